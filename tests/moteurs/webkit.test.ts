import { webkit } from './webkit.ts';
import { walkThrough } from './walk.ts';

walkThrough('webkit', webkit, 447);
