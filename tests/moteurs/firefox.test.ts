import { firefox } from './puppeteer.ts';
import { walkThrough } from './walk.ts';

walkThrough('firefox', firefox, 390);
