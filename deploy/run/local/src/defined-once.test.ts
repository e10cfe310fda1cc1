import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|fixture)\.tsx?$/.test(name))
    .map((name) => join(folder, name));

const services = readdirSync('services').map((name) => `services/${name}/src`);
const sources = ['contracts/src', ...services, 'gateway/src', 'web/src']
  .flatMap(sourcesIn)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Fields with no rule of their own: all that the product does with them follows from their definition. */
const plain = {
  life: ['hobby', 'dui', 'high_risk'],
  health: ['datavendor_id', 'biz_type', 'address_2', 'denied_coverage', 'lost_coverage', 'hospitalized'],
} as const;

/** The definition, and where the form arranges its inputs. */
const places = {
  life: ['contracts/src/resources/life-lead.ts', 'web/src/leads/life-form/life-kind.ts'],
  health: ['contracts/src/resources/health-lead.ts', 'web/src/leads/health-form/health-kind.ts'],
};

test.each([
  ...plain.life.map((field) => [field, lifeLeads.fields[field], places.life] as const),
  ...plain.health.map((field) => [field, healthLeads.fields[field], places.health] as const),
])(
  '%s is named by its definition and by what arranges the form, and nowhere else',
  (field, defined, named) => {
    expect(defined.label).not.toBe('');
    const word = new RegExp(`\\b${field}\\b`);
    expect(sources.filter(({ text }) => word.test(text)).map(({ path }) => path)).toEqual(named);
  },
);
