// What the first paint needs and the server does not know. It stands in every page, which runs it
// before anything is drawn (ADR-030). Old browsers run it too: nothing here is newer than 2018.
(() => {
  const page = document.documentElement;
  // If the page took more than 200 ms to arrive, the files of the program will take long too.
  const isSlow = performance.now() > 200;

  // A browser may refuse cookies and media queries: then the appearance is the usual one.
  try {
    // The theme (UI-37): the one kept on this device, else the system's. web/parts/theme.ts writes
    // the cookie.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const choose = () => {
      const [, kept] = /(?:^|; )theme=(clair|sombre)/.exec(document.cookie) || [];
      const theme = kept || (dark.matches ? 'sombre' : 'clair');
      page.dataset.theme = theme;
      document
        .querySelector('meta[name=theme-color]')
        .setAttribute('content', theme === 'sombre' ? '#17140f' : '#fbf8f3');
    };
    choose();
    addEventListener('manege:theme', choose);
    addEventListener('visibilitychange', choose);

    // The menu of a screen is as wide as it was left (UI-02, shell/useSidebar.ts).
    if (/(?:^|; )sidebar_state=false/.test(document.cookie)) page.dataset.menu = 'reduit';
    dark.addEventListener('change', choose);
  } catch {
    // The program works without both. Safari before 14 has not the last one.
  }

  // The first formatter makes the browser read the data of its languages: some 60 ms on a slow
  // phone. Here it does so while the style sheet is on its way; after the first paint it would keep
  // somebody who presses waiting.
  new Date().toLocaleDateString('fr');
  // The first emoji makes it load their font, some 700 ms there. The screens that begin with lesson
  // types draw some; for them this comes after the first paint.
  if (/^\/app\/(reservation|prix)/.test(location.pathname))
    requestAnimationFrame(() =>
      setTimeout(() => document.createElement('canvas').getContext('2d').measureText('🐴')),
    );

  // Before Safari 16.4, Chrome 111 and Firefox 128 this sentence stands above what the server has
  // sent, and the program does not start (UI-50): it would fail, and take away name, hours and
  // telephone of the centre, or what stands in their place without scripts (UI-68).
  if (!window.CSSPropertyRule || !CSS.supports('color', 'color-mix(in srgb, red, red)')) {
    page.dataset.ancien = '';
    addEventListener('DOMContentLoaded', () => {
      const root = document.getElementById('root');
      const centre = document.querySelector('body > noscript');
      if (centre && root.querySelector('#cadre, #retard:first-child')) {
        root.innerHTML = centre.textContent;
        for (const words of root.querySelectorAll('[data-scripts]')) words.remove();
      }
      const words = document.createElement('p');
      words.textContent =
        'Ce navigateur est trop ancien pour cette application. Mettez-le à jour, ou prenez-en un autre.';
      document.body.insertBefore(words, document.body.firstChild);
    });
    return;
  }

  // The remembered person. Who has left is not remembered (UI-57).
  let person = null;
  try {
    if (localStorage.getItem('deconnexion') === null)
      person = JSON.parse(localStorage.getItem('currentUser'));
  } catch {
    // Without storage nobody is remembered.
  }

  // What the screen reads first (UI-80, web/data/early.ts), once the page has named its files. By
  // calls, because a preload that is never answered cannot be ended: it would keep its connection,
  // of which a browser has six. Session and centre may keep two of them. So three readings are asked
  // for at once, and the others when one is answered, unless the program has begun by then. Those of
  // the landing page are a rider's.
  const asks = location.pathname !== '/' || (person && person.role !== 'admin');
  const readings = (window.lectures = new Map());
  const ask = ({ content }) => {
    const end = new AbortController();
    const signal = end.signal;
    // The body is read here, while the browser waits for the program, not in the first drawing.
    const answer = fetch(content, {
      credentials: 'same-origin',
      cache: 'no-cache',
      signal,
    }).then((response) => response.arrayBuffer().then((body) => ({ response, body })));
    setTimeout(() => end.abort(), 15000);
    readings.set(content, { answer, end });
    return answer;
  };

  // The program of a screen (ADR-030): its files are asked for here, and its script, the last of
  // them, runs once the page has been read.
  const begin = () => {
    const program = document.getElementById('programme');
    if (!program) return;
    program.remove();
    const { content } = program;
    const script = content.removeChild(content.lastChild);
    script.type = 'module'; // some proxies change it
    const run = () => document.head.appendChild(script);
    document.head.appendChild(content);
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run);
    else run();
  };
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    // A screen's program starts by itself (UI-121), unless its start is taken away before the
    // browser comes to it. It is the first element of the body.
    const start = document.getElementById('depart');
    if (start) start.remove();
    // A fast network would bring the files before the frame is drawn, and they would be compiled
    // beside it, which makes it take three times as long. On a slow one, waiting would leave the
    // network idle. A tab in the background draws no frame.
    if (document.hidden || isSlow) begin();
    else requestAnimationFrame(() => setTimeout(begin));
    const first = asks ? Array.from(document.querySelectorAll('meta[name=lecture]')) : [];
    const others = first.splice(3);
    const proceed = () => {
      begin();
      for (const one of window.lectures ? others.splice(0) : []) ask(one).catch(() => {});
    };
    for (const one of first) ask(one).then(proceed, begin);
  }).observe(page, { childList: true });

  // A remembered person (UI-05) never sees the visitor's landing page (UI-67): theirs takes its
  // place before it is shown.
  // oxlint-disable-next-line prefer-optional-chain -- browsers of before 2020 cannot parse it
  if (!person || !person.email) return;
  page.dataset.session = 'connue';
  document.addEventListener(
    'readystatechange',
    () => {
      const own = document.getElementById('membre');
      if (own) {
        const root = document.getElementById('root');
        root.textContent = '';
        root.appendChild(own.content);
        document.querySelector('h1 bdi').textContent =
          `${person.prenom || ''} ${person.nom || ''}`.trim() || person.full_name || person.email;
      }
      delete page.dataset.session;
    },
    { once: true },
  );
})();
