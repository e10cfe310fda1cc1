import { readdirSync, readFileSync } from 'node:fs';
import { eventFixture, type EventFixture } from './event-fixture.rules.js';

/** Where the events of the last release are. */
export const fixturesFolder = new URL('../../fixtures/', import.meta.url);

/** Whether this names a release: the day of it. */
export const isRelease = (name: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(name);

/** The events as the last release publishes and reads them. */
export function releasedEvents(): EventFixture[] {
  const release = readdirSync(fixturesFolder).filter(isRelease).sort().at(-1);
  if (release === undefined) throw new Error('There are no fixtures of a release');
  const folder = new URL(`${release}/`, fixturesFolder);
  return readdirSync(folder)
    .sort()
    .map((file) => eventFixture.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));
}
