/**
 * What each cell must show, within how many seconds, and within how many seconds after the return
 * of the network the screen is correct. The limits are the deadlines of the product (LIM-90,
 * LIM-91: 15 s for a call, 5 s to look up a write, 20 s for code; 35 s for the stream, 2 s until
 * that is noticed, 5 s until it is shown), with a margin for a busy machine.
 */
import type { ActivityName } from './activities.ts';
import type { Condition } from './conditions.ts';

type Expected = readonly [seen: 'right' | 'wrong', notice: number, recover: number];
type Row = Record<ActivityName, Expected>;

const row = (usual: Expected, others: Partial<Row> = {}): Row => ({
  reservation: usual,
  modification: usual,
  suppression: usual,
  arrivee: usual,
  ecran: usual,
  dialogue: usual,
  date: usual,
  direct: usual,
  ...others,
});

const right = (within: number): Expected => ['right', within, 0];
const STREAM: Expected = ['wrong', 45, 20];
const WRITE: Expected = ['wrong', 30, 15];

export const EXPECTED: Record<Condition, Row> = {
  lent: row(right(20), { arrivee: right(45) }),
  etrangle: row(right(30), { arrivee: right(60) }),
  trouNoir: {
    reservation: WRITE,
    modification: WRITE,
    suppression: WRITE,
    date: WRITE,
    arrivee: ['wrong', 30, 20],
    ecran: ['wrong', 30, 20],
    dialogue: STREAM,
    direct: STREAM,
  },
  coupe: row(['wrong', 15, 25]),
  fluxMuet: row(right(20), { dialogue: right(45), direct: right(45) }),
  reponsePerdue: row(right(20), {
    reservation: right(30),
    modification: right(30),
    suppression: right(30),
  }),
  // Immediate failures are shown immediately. A write is looked up again until an answer arrives.
  portail: row(['wrong', 20, 30], { dialogue: ['wrong', 25, 30], direct: ['wrong', 25, 30] }),
  // Includes the simultaneous start of eight servers.
  redemarre: row(['wrong', 20, 60]),
};
