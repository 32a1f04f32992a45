/**
 * The table of bad networks (UI-60, docs/bad_networks.md): what a person sees, after how many
 * seconds, and how many seconds after the return of the network the screen is correct again. The
 * figures are written to test-results/reports/reseau.
 */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { BUREAU, test } from '../parcours/fixtures.ts';
import { ACTIVITIES, type ActivityName } from './activities.ts';
import { runCells } from './cells.ts';
import { type Condition, CONDITIONS } from './conditions.ts';

const REPORTS = 'test-results/reports/reseau';

for (const [condition, sentence] of Object.entries(CONDITIONS) as [Condition, string][]) {
  test(`${condition} : ${sentence}`, BUREAU, async ({ browser, manege }) => {
    // UI-60
    test.setTimeout(300_000);
    mkdirSync(REPORTS, { recursive: true });
    const report = `${REPORTS}/${condition}.md`;
    rmSync(report, { force: true });
    await runCells(
      browser,
      manege,
      condition,
      Object.keys(ACTIVITIES) as ActivityName[],
      ({ name, seen, noticed, recovered, fault }) =>
        appendFileSync(
          report,
          `| ${condition} | ${name} | ${seen} | ${noticed} | ${recovered ?? '–'} | ${fault?.split('\n')[0] ?? ''} |\n`,
        ),
    );
  });
}
