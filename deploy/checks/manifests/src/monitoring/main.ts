import { readFileSync, writeFileSync } from 'node:fs';
import { monitoringManifests } from './generate.js';

const folder = 'deploy/operate/watching';

/** The command `npm run monitoring`: writes the manifests of the alert rules and the dashboard. */
export function runHere(): void {
  const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
  writeFileSync(
    'k8s/components/monitoring/generated.yaml',
    monitoringManifests(read('alerts.yml'), read('grafana-dashboard.json')),
  );
}
