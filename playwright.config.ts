/**
 * The journeys in a real browser, at the two widths that count. Debian's headless Chromium: no
 * browser is downloaded.
 */
import { defineConfig, devices } from '@playwright/test';

const asRoot = process.getuid?.() === 0;

// One pixel per CSS pixel: the screens are drawn without a graphics processor, and the 2.6 of a
// Pixel 7 change no layout.
const PHONE = {
  ...devices['Pixel 7'],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
};
const DESKTOP = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };

/** The tests of a folder at the widths that they are written for. */
const atBothWidths = (prefix: string, testDir: string) => [
  { name: `${prefix}telephone`, testDir, grepInvert: /@bureau/, use: PHONE },
  { name: `${prefix}bureau`, testDir, grepInvert: /@telephone/, use: DESKTOP },
];

export default defineConfig<{ complet: boolean }>({
  testDir: 'tests/parcours',
  outputDir: 'test-results/parcours',
  globalSetup: './tests/support/global-setup.ts',
  // Each worker starts its own application; two at once is what two cores bear. A third made
  // nothing faster.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // A guard against what hangs, not a measure: what a screen owes is waited for by `expect`.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    [
      'json',
      {
        outputFile:
          process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/reports/playwright.json',
      },
    ],
  ],
  use: {
    locale: 'fr-BE',
    // Transitions are drawn without a graphics processor: a tenth of the journeys' time.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker that answers would hide requests from `page.route`; hors_connexion.spec.ts allows
    // it.
    serviceWorkers: 'block',
    // Recording every step takes longer than the journeys themselves: TRACE=1 asks for it.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    ...atBothWidths('', 'tests/parcours'),
    // The rarer states of the screens, and bad networks.
    ...atBothWidths('ecrans-', 'tests/ecrans'),
    ...atBothWidths('reseau-', 'tests/reseau'),
    // axe on every state of the screens. It sets its own widths.
    { name: 'etats', testDir: 'tests/etats', use: DESKTOP },
    // The same at four widths in both themes, and with text of twice the size: `npm run test:engines`.
    {
      name: 'largeurs',
      testDir: 'tests',
      testMatch: /tests\/(etats|largeurs)\/[^/]*\.spec\.ts$/,
      use: { ...DESKTOP, complet: true },
    },
    // Takes the pictures of the help (tests/aide/images.spec.ts); no test.
    {
      name: 'images',
      testDir: 'tests/aide',
      use: { ...devices['Desktop Chrome'], deviceScaleFactor: 1.5, actionTimeout: 15_000 },
    },
  ],
});
