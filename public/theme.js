// Chooses the theme before the first paint (UI-37): the one kept on this device, else the system's. web/parts/theme.ts writes the cookie.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const choose = () => {
    const kept = /(?:^|; )theme=(clair|sombre)/.exec(document.cookie)?.[1];
    const theme = kept ?? (dark.matches ? 'sombre' : 'clair');
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', theme === 'sombre' ? '#17140f' : '#fbf8f3');
  };
  choose();
  dark.addEventListener('change', choose);
  addEventListener('manege:theme', choose);
  addEventListener('visibilitychange', choose);
})();
