import { webkit } from './webkit.ts';
import { walkThrough } from './walk.ts';

await walkThrough('webkit', webkit, 447);
