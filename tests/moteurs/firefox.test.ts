import { firefox } from './puppeteer.ts';
import { walkThrough } from './walk.ts';

await walkThrough('firefox', firefox, 390);
