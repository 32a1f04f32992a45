export { later } from './ui/later.tsx';
