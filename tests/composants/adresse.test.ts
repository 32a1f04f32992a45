/** UI-126, LIM-223: the address follows what is typed, without more changes than Safari allows. */
import { createElement, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Navigation, useNavigate, useSearchParams } from '#web/ui/hooks/navigation.tsx';

test("l'adresse suit ce qu'on tape en une écriture par 150 ms au plus, et l'écran tout de suite", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const replaced = vi.spyOn(history, 'replaceState');
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  onTestFinished(() => {
    root.unmount();
    box.remove();
    vi.useRealTimers();
  });
  let search: ((q: string) => void) | undefined;
  let follow!: ReturnType<typeof useNavigate>;
  function Page() {
    const [params, setParams] = useSearchParams();
    const navigate = useNavigate();
    useLayoutEffect(() => {
      search = (q) => setParams({ q }, { replace: true });
      follow = navigate;
    });
    return params.get('q') ?? 'none';
  }
  root.render(createElement(Navigation, null, createElement(Page)));
  // The timers stand still meanwhile; `expect.poll` would move them.
  const shows = async (text: string) => {
    while (box.textContent !== text) await new Promise(requestAnimationFrame);
  };
  await shows('none');
  vi.advanceTimersByTime(200);
  replaced.mockClear();
  const length = history.length;

  // A name of 40 letters in 2 s, as a barcode reader types: all on the screen at once.
  const written = () => [replaced.mock.calls.length, new URLSearchParams(location.search).get('q')];
  for (let n = 1; n <= 40; n += 1) {
    search?.('a'.repeat(n));
    vi.advanceTimersByTime(50);
    await shows('a'.repeat(n));
  }
  // At once, then at 150, 300 … 1950 ms.
  expect(replaced.mock.calls.length).toBe(14);
  vi.advanceTimersByTime(150);
  expect(written()).toEqual([15, 'a'.repeat(40)]);
  expect(history.length).toBe(length);

  // What waits is written before the next page, so that Back finds it.
  vi.advanceTimersByTime(150);
  search?.('b');
  search?.('bc');
  follow('/aide');
  expect(location.pathname).toBe('/aide');
  const back = new Promise((resolve) =>
    window.addEventListener('popstate', resolve, { once: true }),
  );
  search?.('left behind');
  history.back();
  await back;
  expect(new URLSearchParams(location.search).get('q')).toBe('bc');
  // A change of an entry that was left is given up.
  vi.advanceTimersByTime(300);
  expect(new URLSearchParams(location.search).get('q')).toBe('bc');
  await shows('bc');

  // An entry of the browser's own, as after the link to the content.
  const arrived = new Promise((resolve) =>
    window.addEventListener('popstate', resolve, { once: true }),
  );
  location.hash = 'contenu';
  await arrived;
  search?.('d');
  vi.advanceTimersByTime(300);
  expect(new URLSearchParams(location.search).get('q')).toBe('d');
});
