/**
 * Draws the icons of the installed application from public/favicon.svg. Run it after a change of
 * that file: node scripts/icons.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const svg = readFileSync('public/favicon.svg', 'utf8');
/**
 * Systems cut a mask out of these, at least a circle of 80 %. So the background fills the square,
 * and the drawing is smaller.
 */
const masked = svg
  .replace(' rx="13"', '')
  .replace(
    /(<rect[^>]*>)(.*)<\/svg>/s,
    '$1<g transform="translate(24 24) scale(.82) translate(-24 -24)">$2</g></svg>',
  );

async function draw(source, size, name) {
  const image = sharp(Buffer.from(source), { density: 1200 }).resize(size, size);
  if (source === masked) image.flatten({ background: /fill="(#\w+)"/.exec(svg)[1] });
  writeFileSync(
    `public/${name}.png`,
    await image.png({ compressionLevel: 9, palette: true }).toBuffer(),
  );
}

for (const size of [192, 512]) {
  await draw(svg, size, `icone-${size}`);
  await draw(masked, size, `icone-masque-${size}`);
}
// iOS rounds the corners itself.
await draw(masked, 180, 'apple-touch-icon');
