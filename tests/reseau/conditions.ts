/** The bad networks of the table, each applied to a proxy and removed again. */
import type { Proxy } from '../support/proxy.ts';

export const CONDITIONS = {
  lent: 'slow: each answer comes 3 s later',
  etrangle: 'throttled: 20 kB/s, nothing for 2 s out of 7',
  trouNoir:
    'black hole: all is accepted, nothing is answered; old connections stay dead afterwards',
  coupe: 'cut: connections are reset, new ones refused',
  fluxMuet: 'half dead: only the open stream is silent',
  reponsePerdue: 'answer lost: the next write is carried out, its answer never comes',
  portail: 'captive portal: every address answers 200 with a page of its own',
  redemarre: 'the server is killed, and another one starts',
} as const;

export type Condition = keyof typeof CONDITIONS;

const STREAM = /\/api\/live /;
const WRITE = /^(POST|PUT|DELETE) \/api\/reservations/;
const CALL = / \/api\//;

/** The server behind one proxy. `start` returns the address of its successor. */
export type Restartable = { kill: () => Promise<void>; start: () => Promise<string> };

/**
 * Begins a condition. Returns the function that ends it. `first`: the page itself still arrives,
 * only its calls do not.
 */
export async function begin(
  condition: Condition,
  proxy: Proxy,
  server: Restartable,
  first: boolean,
): Promise<() => Promise<void>> {
  switch (condition) {
    case 'lent':
      proxy.delay = 3_000;
      return async () => {
        proxy.delay = 0;
      };
    case 'etrangle':
      proxy.rate = 20_000;
      return async () => {
        proxy.rate = Infinity;
      };
    case 'trouNoir':
      if (first) {
        proxy.fateOf = (request) => (CALL.test(request) ? 'silent' : 'pass');
        return async () => {
          proxy.fateOf = () => 'pass';
        };
      }
      proxy.mute = true;
      proxy.swallow();
      return async () => {
        proxy.mute = false;
      };
    case 'coupe':
      if (first) {
        proxy.fateOf = (request) => (CALL.test(request) ? 'cut' : 'pass');
        return async () => {
          proxy.fateOf = () => 'pass';
        };
      }
      proxy.cut();
      return () => proxy.mend();
    case 'fluxMuet':
      if (first) proxy.fateOf = (request) => (STREAM.test(request) ? 'silent' : 'pass');
      else proxy.swallow(STREAM);
      return async () => {
        proxy.fateOf = () => 'pass';
      };
    case 'reponsePerdue': {
      let done = false;
      proxy.fateOf = (request) => {
        if (done || !WRITE.test(request)) return 'pass';
        done = true;
        return 'lost';
      };
      return async () => {
        proxy.fateOf = () => 'pass';
      };
    }
    case 'portail':
      // The page itself has arrived. The portal answers the first call.
      if (first) proxy.fateOf = (request) => (CALL.test(request) ? 'portal' : 'pass');
      else {
        proxy.portal = true;
        proxy.reset();
      }
      return async () => {
        proxy.portal = false;
        proxy.fateOf = () => 'pass';
      };
    case 'redemarre':
      if (first) {
        proxy.fateOf = (request) => (CALL.test(request) ? 'cut' : 'pass');
        return async () => {
          await server.kill();
          proxy.aim(await server.start());
          proxy.fateOf = () => 'pass';
        };
      }
      await server.kill();
      return async () => {
        proxy.aim(await server.start());
      };
  }
}
