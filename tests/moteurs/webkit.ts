/**
 * WebKitGTK with WebDriver, which is a few calls over HTTP: a client library would add more
 * packages than this file has calls. Each window has its own driver, because a driver that has
 * closed a window sometimes never opens the next. Its window cannot be narrower than 447 px. Its
 * console cannot be read, so a proxy gives each page a first script that keeps the errors.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { startErrorProxy } from './errorProxy.ts';
import { type Browser, type Driver, type Engine, type Key } from './driver.ts';

const [MINI_BROWSER] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');

const has = (name: string): boolean => spawnSync('which', [name]).status === 0;

/** The codes of WebDriver for keys without a character. */
const KEYS: Record<Key, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  ' ': ' ',
  Delete: '\uE017',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<any>;

/**
 * Longer than any call takes on a busy machine. A driver that does not answer must not use up the
 * time of a test.
 */
const PATIENCE_MS = 30_000;

const caller =
  (base: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: any };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Drivers that run. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(end));

function end(child: ChildProcess): void {
  running.delete(child);
  try {
    process.kill(-child.pid!);
  } catch {
    /* it has ended */
  }
}

/** A driver and its display. Resolves once it answers. */
async function startDriver(): Promise<{ child: ChildProcess; call: Call }> {
  const port = await freePort();
  // A separate process group, so that it ends together with the display and the browser.
  const child = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', '-p', String(port)],
    { stdio: 'ignore', detached: true },
  );
  running.add(child);
  const call = caller(`http://127.0.0.1:${port}`);
  for (let tries = 0; ; tries += 1) {
    try {
      await call('GET', '/status');
      return { child, call };
    } catch (error) {
      if (tries === 300) {
        end(child);
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function openWindow(root: Call, width: number, proxy: string): Promise<Driver> {
  const { sessionId } = await root('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
        proxy: { proxyType: 'manual', httpProxy: proxy },
      },
    },
  });
  const call: Call = (method, path, body) => root(method, `/session/${sessionId}${path}`, body);
  const keys = (values: string[]) =>
    call('POST', '/actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: values.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  const pointer = (x: number, y: number, ...then: object[]) =>
    call('POST', '/actions', {
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y) }, ...then],
        },
      ],
    });
  const touch: Driver['touch'] = ([first, ...others], restMs) =>
    call('POST', '/actions', {
      actions: [
        {
          type: 'pointer',
          id: 'finger',
          parameters: { pointerType: 'touch' },
          actions: [
            { type: 'pointerMove', x: Math.round(first!.x), y: Math.round(first!.y) },
            { type: 'pointerDown', button: 0 },
            { type: 'pause', duration: restMs },
            ...others.map(({ x, y }) => ({
              type: 'pointerMove',
              duration: 50,
              x: Math.round(x),
              y: Math.round(y),
            })),
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    });
  const evaluate: Driver['evaluate'] = (work, ...args) =>
    call('POST', '/execute/sync', { script: `return (${work.toString()})(...arguments)`, args });
  // The size is that of the outer window, so the width of its frame is added.
  await call('POST', '/window/rect', { width, height: 900 });
  const inner = await evaluate(() => window.innerWidth);
  if (inner !== width)
    await call('POST', '/window/rect', { width: width + width - inner, height: 900 });
  return {
    goto: (url) => call('POST', '/url', { url }),
    evaluate,
    hover: (x, y) => pointer(x, y),
    click: (x, y) =>
      pointer(x, y, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }),
    touch,
    press: (key) => keys([KEYS[key]]),
    type: (text) => keys([...text]),
    async upload(file) {
      const element = await call('POST', '/element', {
        using: 'css selector',
        value: 'input[type=file]',
      });
      await call('POST', `/element/${Object.values(element).join()}/value`, { text: file });
    },
    screenshot: async () => Buffer.from(await call('GET', '/screenshot'), 'base64'),
    close: () => call('DELETE', ''),
  };
}

async function open(width: number): Promise<Driver> {
  const proxy = await startErrorProxy();
  const { child, call } = await startDriver();
  try {
    const driver = await openWindow(call, width, proxy.host);
    return {
      ...driver,
      async close() {
        await driver.close().catch(() => undefined); // it is killed below in any case
        end(child);
        proxy.close();
      },
    };
  } catch (error) {
    end(child);
    proxy.close();
    throw error;
  }
}

export const webkit: Engine = {
  present: () =>
    MINI_BROWSER !== undefined && has('WebKitWebDriver') && has('xvfb-run') && has('xauth'),
  // A window that does not open is tried once more, because these tests do not test the driver.
  start: (): Promise<Browser> =>
    Promise.resolve({
      open: (width) => open(width).catch(() => open(width)),
      stop: () => Promise.resolve(running.forEach(end)),
    }),
};
