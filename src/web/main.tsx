import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchSession } from './data/session.ts';
import { prepare, Router } from './router.tsx';

watchSession();

const root = document.getElementById('root');
// Who opens a page waits for its part and for the session at the same time, not in turn.
if (root) void prepare(location.pathname).then(() => createRoot(root).render(<StrictMode><Router /></StrictMode>));
