/**
 * A page as a person uses it, in any engine: finds by name, presses, types. Every search waits up
 * to 25 seconds.
 */
import { vi } from 'vitest';
import { PASSWORD } from '../support/people.ts';
import type { Driver, Key } from './driver.ts';
import { find, type Found, type Kind, type Step } from './finder.ts';

type Name = string | RegExp;

/** A part of a page. The page itself is the part without steps. */
class Part {
  protected readonly driver: Driver;
  private readonly steps: Step[];

  constructor(driver: Driver, steps: Step[] = []) {
    this.driver = driver;
    this.steps = steps;
  }

  within(kind: Kind, name: Name): Part {
    return new Part(this.driver, this.stepsTo(kind, name));
  }

  /** Waits until it is visible, opaque, and `wanted` is true for it. */
  see(kind: Kind, name: Name, wanted: (found: Found) => boolean = () => true): Promise<Found> {
    return this.wait(`never seen: ${kind} ${String(name)}`, async () => {
      const all = await this.find(kind, name);
      const first = all.find((found) => found.opacity > 0.9 && found.width > 0 && wanted(found));
      if (!first && all.length > 0)
        throw new Error(`there is, but not so: ${JSON.stringify(all[0])}`);
      return first;
    });
  }

  /** Waits until it is not in the page. */
  gone(kind: Kind, name: Name): Promise<unknown> {
    return this.wait(
      `still there: ${kind} ${String(name)}`,
      async () => (await this.find(kind, name)).length === 0,
    );
  }

  focused(kind: Kind, name: Name): Promise<Found> {
    return this.see(kind, name, ({ focused }) => focused);
  }

  count(kind: Kind, name: Name): Promise<number> {
    return this.find(kind, name).then(({ length }) => length);
  }

  /** Presses its middle, once it has stopped moving and nothing covers it. */
  async click(kind: Kind, name: Name): Promise<void> {
    const { x, y } = await this.stand(kind, name);
    await this.driver.click(x, y);
  }

  /** Taps its middle with a finger. */
  async tap(kind: Kind, name: Name): Promise<void> {
    await this.driver.touch([await this.stand(kind, name)], 0);
  }

  /**
   * Takes it near its top with a finger that rests on it, and drags it to another element of this
   * part, which is in view; `rest`: how long, in milliseconds.
   */
  async dragTo(from: [Kind, Name], to: [Kind, Name], rest: number): Promise<void> {
    await this.stand(...from);
    const [[a], [b]] = [await this.find(...from), await this.find(...to)];
    if (!a || !b?.inViewport) throw new Error(`not in view: ${String(to)}`);
    const start = { x: a.x + a.width / 2, y: a.y + Math.min(a.height / 2, 12) };
    const end = { x: b.x + b.width / 2, y: b.y + Math.min(b.height / 2, 12) };
    const points = [0, 0.25, 0.5, 0.75, 1, 1].map((part) => ({
      x: start.x + (end.x - start.x) * part,
      y: start.y + (end.y - start.y) * part,
    }));
    await this.driver.touch(points, rest);
  }

  async hover(kind: Kind, name: Name): Promise<void> {
    const { x, y } = await this.stand(kind, name);
    await this.driver.hover(x, y);
  }

  async check(name: Name): Promise<void> {
    await this.click('radio', name);
    await this.see('radio', name, ({ checked }) => checked);
  }

  /** Replaces the content of a field, with the keyboard. */
  async fill(name: Name, text: string): Promise<void> {
    await this.click('field', name);
    await this.see('field', name, ({ focused }) => focused);
    await this.driver.evaluate(() => (document.activeElement as HTMLInputElement).select());
    await (text === '' ? this.driver.press('Delete') : this.driver.type(text));
    await this.see('field', name, ({ value }) => value === text);
  }

  /** Presses Tab until it has the focus. */
  async tabTo(kind: Kind, name: Name): Promise<void> {
    await this.see(kind, name);
    for (let n = 0; n < 80; n += 1) {
      if ((await this.find(kind, name)).some(({ focused }) => focused)) return;
      await this.driver.press('Tab');
    }
    throw new Error(`the keyboard cannot reach ${kind} ${String(name)}`);
  }

  private stepsTo(kind: Kind, name: Name): Step[] {
    return [
      ...this.steps,
      { kind, name: typeof name === 'string' ? name : { pattern: name.source } },
    ];
  }

  private find(kind: Kind, name: Name, bring = false): Promise<Found[]> {
    return this.driver.evaluate(find, this.stepsTo(kind, name), bring);
  }

  /** The middle of an element that can be pressed and has stopped moving. */
  private async stand(kind: Kind, name: Name): Promise<{ x: number; y: number }> {
    let before = '';
    return this.wait(`cannot be pressed: ${kind} ${String(name)}`, async () => {
      const [found] = await this.find(kind, name, true);
      if (!found) return undefined;
      const { x, y, width, height, hit, enabled } = found;
      const [place, last] = [[x, y, width, height].join(' '), before];
      before = place;
      if (!hit || !enabled) throw new Error(JSON.stringify(found));
      return place === last ? { x: x + width / 2, y: y + height / 2 } : undefined;
    });
  }

  /** Asks again until there is an answer. A page that is being replaced cannot answer. */
  protected wait<T>(failure: string, ask: () => Promise<T | undefined | false>): Promise<T> {
    return vi.waitFor(
      async () => {
        let because = '';
        const answer = await ask().catch((error: unknown) => {
          because = String(error);
        });
        if (answer !== undefined && answer !== false) return answer;
        throw new Error(
          `${failure}; ${because || (await this.driver.evaluate(() => `${location.href}: ${document.body.textContent.slice(0, 600)}`))}`,
        );
      },
      { timeout: 25_000, interval: 50 },
    );
  }
}

export class Page extends Part {
  private readonly errors: string[] = [];
  private readonly origin: string;

  constructor(driver: Driver, origin: string) {
    super(driver);
    this.origin = origin;
  }

  async goto(path: string): Promise<void> {
    await this.readErrors();
    await this.driver.goto(new URL(path, this.origin).href);
    // WebKit may still answer for the document before.
    await this.wait('nothing keeps the errors of this page', () =>
      this.driver.evaluate(() => 'consoleErrors' in window),
    );
  }

  press(key: Key): Promise<void> {
    return this.driver.press(key);
  }

  type(text: string): Promise<void> {
    return this.driver.type(text);
  }

  upload(file: string): Promise<void> {
    return this.driver.upload(file);
  }

  evaluate<A extends unknown[], T>(work: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    return this.driver.evaluate(work, ...args);
  }

  /** Waits until the address has this path. */
  async at(path: string): Promise<void> {
    await this.wait(
      `the address never became ${path}`,
      async () => (await this.driver.evaluate(() => location.pathname)) === path,
    );
  }

  /**
   * Signs in with the call, for tests that begin after the sign-in, and opens a screen. Resolves
   * once the screen has read its data and nothing moves any more. Call it on a page that does not
   * redirect a signed-in person: `/login` would open the first screen in addition to the requested
   * one.
   */
  async enter({ email }: { email: string }, path: string): Promise<void> {
    await this.goto('/confidentialite');
    await this.driver.evaluate(
      async (body) => {
        const { ok, status } = await fetch('/api/auth/sign-in/email', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        if (!ok) throw new Error(`the sign-in answered ${status}`);
      },
      JSON.stringify({ email, password: PASSWORD }),
    );
    await this.goto(path);
    await this.wait('the screen never stood', () =>
      this.driver.evaluate(
        (pathname) =>
          location.pathname === pathname &&
          document.querySelector('h1') !== null &&
          document.querySelector('[aria-busy=true]') === null,
        new URL(path, this.origin).pathname,
      ),
    );
  }

  /**
   * Everything that the page has written with `console.error`. Read it before a document is
   * replaced, because its list is lost with it.
   */
  async readErrors(): Promise<string[]> {
    this.errors.push(
      ...(await this.driver.evaluate(
        () => (window as unknown as { consoleErrors?: string[] }).consoleErrors?.splice(0) ?? [],
      )),
    );
    return this.errors;
  }
}
