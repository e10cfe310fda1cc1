import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { z } from 'zod';
import type { System } from './system.js';
import { startTestSystem } from './test/test-system.js';

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string().min(1) }),
});
const alerts = z
  .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
  .parse(parse(readFileSync('deploy/operate/watching/alerts.yml', 'utf8')))
  .groups.flatMap(({ rules }) => rules);
const panels = z
  .object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
    ),
  })
  .parse(JSON.parse(readFileSync('deploy/operate/watching/grafana-dashboard.json', 'utf8')))
  .panels.filter(({ targets }) => targets.length > 0);

/** Metrics that no service has, each with who has it. */
const ofOthers: Readonly<Record<string, string>> = {
  up: 'Prometheus itself',
  kubelet_volume_stats_available_bytes: 'kubelet',
  kubelet_volume_stats_capacity_bytes: 'kubelet',
  certmanager_certificate_expiration_timestamp_seconds: 'cert-manager',
  backup_last_success_timestamp_seconds: 'the watch over backups, whose own test names it',
};

/** The metrics in an expression; throws if it is invalid. Grafana's variables are replaced first. */
function metricsOf(expression: string): string[] {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`${text} is no expression at ${String(from)}`);
      if (type.name === 'Identifier' && from !== to) names.push(text.slice(from, to));
    },
  });
  return names;
}

let system: System;
let known: Set<string>;

beforeAll(async () => {
  system = await startTestSystem();
  const { url, authUrl, leadsUrl, telephonyUrl, messagingUrl, statsUrl, followupsUrl } = system;
  const texts = await Promise.all(
    [url, authUrl, leadsUrl, telephonyUrl, messagingUrl, statsUrl, followupsUrl].map(async (each) =>
      (await fetch(`${each}/metrics`)).text(),
    ),
  );
  known = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
        kind === 'histogram'
          ? ['_bucket', '_sum', '_count'].map((part) => name + part)
          : // A gauge without a value is one that could not be read.
            kind !== 'gauge' || new RegExp(`^${name}[{ ]`, 'm').test(text)
            ? [name]
            : [],
      ),
    ),
  );
});
afterAll(async () => {
  await system.stop();
});

const unknownOf = (expression: string) =>
  metricsOf(expression).filter((name) => !known.has(name) && !(name in ofOthers));

test('a running system tells of everything that it is watched by', () => {
  expect(known.size).toBeGreaterThan(30);
  // Our own metrics end in their unit, or count things.
  const own = [...known].filter((name) => /^(bus|outbox|gateway|telephony|leads|service|http)_/.test(name));
  const endings =
    /_(total|seconds|bucket|sum|count|ready|messages|consumers|waiting|parked|letters|documents|sockets|calls|lines|leads|running)$/;
  expect(own.filter((name) => !endings.test(name))).toEqual([]);
});

test.each(alerts.map(({ alert, expr }) => [alert, expr] as const))(
  'the alert %s asks for metrics that are there',
  (_alert, expr) => {
    expect(metricsOf(expr)).not.toEqual([]);
    expect(unknownOf(expr)).toEqual([]);
  },
);

test('what others are said to measure is asked for by an alert or a panel', () => {
  const asked = new Set([
    ...alerts.flatMap(({ expr }) => metricsOf(expr)),
    ...panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr))),
  ]);
  expect(Object.keys(ofOthers).filter((name) => !asked.has(name))).toEqual([]);
});

test.each(panels.map(({ title, targets }) => [title, targets] as const))(
  'the panel %s asks for metrics that are there',
  (_title, targets) => {
    for (const { expr } of targets) {
      expect(metricsOf(expr)).not.toEqual([]);
      expect(unknownOf(expr)).toEqual([]);
    }
  },
);
