import { chromium } from './puppeteer.ts';
import { walkThrough } from './walk.ts';

walkThrough('chromium', chromium, 390);
