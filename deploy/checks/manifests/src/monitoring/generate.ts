import { parse, stringify } from 'yaml';
import { z } from 'zod';

const alertRules = z.object({ groups: z.array(z.looseObject({ name: z.string() })).min(1) });
const dashboard = z.looseObject({ title: z.string(), panels: z.array(z.unknown()).min(1) });

/**
 * The manifests of what is watched: a PrometheusRule of the alert rules, and a ConfigMap of the dashboard with the label that
 * Grafana's sidecar looks for. Kustomize can make neither from a file outside its folder. Throws if a text is not of its kind.
 */
export function monitoringManifests(rules: string, dashboardJson: string): string {
  const { groups } = alertRules.parse(parse(rules));
  dashboard.parse(JSON.parse(dashboardJson));
  const documents = [
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: 'call-centre' },
      spec: { groups },
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'call-centre-dashboard', labels: { grafana_dashboard: '1' } },
      data: { 'call-centre.json': dashboardJson },
    },
  ];
  const head = '# Made by `npm run monitoring` from deploy/operate/watching; change that.\n';
  return head + documents.map((each) => stringify(each, { lineWidth: 0 })).join('---\n');
}
