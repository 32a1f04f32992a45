import { chromium } from './puppeteer.ts';
import { walkThrough } from './walk.ts';

await walkThrough('chromium', chromium, 390);
