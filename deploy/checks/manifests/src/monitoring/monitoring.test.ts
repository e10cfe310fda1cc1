import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { installations } from '../installations.js';
import type { Installation } from '../installation.js';
import { mayReach } from '../reach.js';
import { selects } from '../select-pods.js';
import { monitoringManifests } from './generate.js';

const rules = readFileSync('deploy/operate/watching/alerts.yml', 'utf8');
const dashboard = readFileSync('deploy/operate/watching/grafana-dashboard.json', 'utf8');
const runbooks = 'deploy/docs/runbooks';
const watched = installations.filter((its) => its.all('PrometheusRule').length > 0);

test('the manifests have the rules and the dashboard as they are now (npm run monitoring)', () => {
  expect(readFileSync('k8s/components/monitoring/generated.yaml', 'utf8')).toBe(
    monitoringManifests(rules, dashboard),
  );
});

test.each<[string, string, string]>([
  ['rules without groups', 'groups: []', dashboard],
  ['a dashboard without panels', rules, '{"title": "x", "panels": []}'],
])('no manifests are made of %s', (_what, givenRules, givenDashboard) => {
  expect(() => monitoringManifests(givenRules, givenDashboard)).toThrow();
});

test('production is watched, on stores of its own and on managed ones', () => {
  expect(watched.map(({ name }) => name)).toEqual(['production', 'production on managed stores']);
});

describe.each(watched.map((each): [string, Installation] => [each.name, each]))('%s', (_name, its) => {
  const alerts = its
    .all('PrometheusRule')
    .flatMap(({ spec }) => spec.groups)
    .flatMap(({ rules: inGroup }) => inGroup);
  const workloads = its
    .all('Deployment')
    .filter(({ spec }) =>
      /^(?:service|gateway|backup-watch)$/.test(
        spec.template.metadata.labels['app.kubernetes.io/component'] ?? '',
      ),
    );
  const monitor = its.one('PodMonitor', 'call-centre').spec;

  test('every pod of every service and gateway is scraped at its port for it', () => {
    expect(workloads.length).toBeGreaterThanOrEqual(7);
    for (const { metadata, spec } of workloads) {
      expect([metadata.name, selects(monitor.selector, spec.template.metadata.labels)]).toEqual([
        metadata.name,
        true,
      ]);
      const ports = spec.template.spec.containers.flatMap((each) => each.ports ?? []);
      for (const { port } of monitor.podMetricsEndpoints)
        expect([metadata.name, ports.find(({ name }) => name === port)?.containerPort]).toEqual([
          metadata.name,
          9464,
        ]);
    }
    const others = its.all('Deployment').filter((each) => !workloads.includes(each));
    for (const { spec } of others)
      expect(selects(monitor.selector, spec.template.metadata.labels)).toBe(false);
  });

  test('Prometheus reaches these ports, and it alone does', () => {
    const policies = its.all('NetworkPolicy');
    for (const { metadata, spec } of workloads) {
      const { labels } = spec.template.metadata;
      const rulesAt = policies
        .filter((each) => selects(each.spec.podSelector, labels))
        .flatMap((each) => each.spec.ingress ?? [])
        .filter(({ ports }) => ports?.some(({ port }) => port === 9464));
      const from = rulesAt.flatMap((each) => each.from);
      expect([metadata.name, from.length]).toEqual([metadata.name, expect.any(Number)]);
      expect(from.length).toBeGreaterThan(0);
      for (const peer of from) {
        expect(peer).toEqual({
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
        });
      }
      expect(mayReach(policies, { from: { 'app.kubernetes.io/name': 'web' }, to: labels, port: 9464 })).toBe(
        false,
      );
    }
  });

  test('the job of the rules is the one under which pods are scraped', () => {
    const jobs = new Set(
      alerts.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]+)"/g)].map(([, job = '']) => job)),
    );
    const given = monitor.podMetricsEndpoints.flatMap(({ relabelings }) =>
      relabelings.flatMap(({ targetLabel, replacement }) => (targetLabel === 'job' ? [replacement] : [])),
    );
    expect([...jobs]).toEqual(given);
  });

  test('each alert has a page, and each page named like one an alert', () => {
    const names = alerts.map(({ alert }) => alert);
    for (const { alert, annotations } of alerts)
      expect([alert, annotations.runbook_url]).toEqual([alert, `https://runbooks.example.com/${alert}.md`]);
    const pages = readdirSync(runbooks).filter((name) => /^[A-Z][a-z]/.test(name));
    expect(pages.sort()).toEqual(names.map((name) => `${name}.md`).sort());
  });
});

test('the index leads to every page with the severity of its alert, and no page leads nowhere', () => {
  const index = readFileSync(`${runbooks}/README.md`, 'utf8');
  const severities = new Map(
    [...rules.matchAll(/- alert: (\w+)\n(?:(?!- alert).*\n)*?\s+labels: \{ severity: (\w+) \}/g)].map(
      ([, name = '', severity = '']) => [name, severity],
    ),
  );
  const listed = new Map(
    [...index.matchAll(/^\| \[(\w+)\]\(\1\.md\)\s*\| (\w+)\s*\|$/gm)].map(([, name = '', severity = '']) => [
      name,
      severity,
    ]),
  );
  expect(listed).toEqual(severities);
  for (const page of readdirSync(runbooks)) {
    if (page !== 'README.md') expect(index).toContain(`(${page})`);
    const text = readFileSync(`${runbooks}/${page}`, 'utf8');
    for (const [, link = ''] of text.matchAll(/\]\(([^):]+\.md)\)/g))
      expect([page, link, existsSync(`${runbooks}/${link}`)]).toEqual([page, link, true]);
    // What a reader can act on, not a heading alone.
    expect(text.length).toBeGreaterThan(150);
  }
});
