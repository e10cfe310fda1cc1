import { statfsSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { benchAudit } from './audit/audit-bench.js';
import { benchAuditCost } from './audit/audit-cost.js';
import { benchBrowser } from './browser/browser-bench.js';
import { benchBus } from './bus-bench.js';
import { benchCalls } from './calls-bench.js';
import { benchClicks } from './clicks/clicks-bench.js';
import { benchDay } from './day/day-bench.js';
import { dayArguments, dayFlags } from './day/day-flags.js';
import { benchEvidence } from './evidence-bench.js';
import { benchGateway } from './gateway-bench.js';
import { benchImportEverywhere } from './import-everywhere/import-everywhere-bench.js';
import { benchIdle } from './idle/idle-bench.js';
import { benchIdleProcesses } from './idle/idle-processes.js';
import { benchImport } from './import-bench.js';
import { benchLeadPage } from './lead-page-bench.js';
import { benchServiceRoute } from './http-bench.js';
import { benchPermission } from './permission-bench.js';
import { benchSignIn } from './sign-in-bench.js';
import { benchSockets } from './sockets-bench.js';
import { benchStatistics } from './statistics-bench.js';
import { benchStore } from './store-bench.js';
import { benchTexts } from './texts-bench.js';
import { benchTimeline } from './timeline-bench.js';

const log = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });

const { values, positionals } = parseArgs({
  options: {
    large: { type: 'boolean' },
    'cpu-prof': { type: 'boolean' },
    click: { type: 'string', multiple: true },
    ...dayArguments,
  },
  allowPositionals: true,
});
const day = dayFlags.safeParse(values);
if (!day.success) {
  process.stderr.write(`${z.prettifyError(day.error)}\n`);
  process.exit(1);
}
const isProfiled = values['cpu-prof'] === true;
const leads = values.large ? 1_000_000 : 100_000;
const rabbitUrl = process.env['RABBITMQ_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';

if (values.large) {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < 8 * 1024 ** 3) {
    process.stderr.write(`The large bench needs 8 GB free in ${tmpdir()}.\n`);
    process.exit(1);
  }
}

const benches: Record<string, () => Promise<void>> = {
  store: () => benchStore({ documents: leads, log }),
  'lead-page': () => benchLeadPage({ leads, log }),
  permission: () => benchPermission({ leads, log }),
  audit: () => benchAudit({ entries: values.large ? 5_000_000 : 200_000, log }),
  'audit-cost': () => benchAuditCost({ rabbitmqUrl: rabbitUrl, log }),
  import: () => benchImport({ rows: values.large ? 200_000 : 50_000, log }),
  route: () => benchServiceRoute({ log }),
  gateway: () => benchGateway({ log }),
  sockets: () => benchSockets({ log }),
  bus: async () => {
    if (process.env['RABBITMQ_URL'] || (await answers(5672))) await benchBus({ log, rabbitUrl });
    else log('bus: skipped, no RabbitMQ answers');
  },
  'import-everywhere': () =>
    benchImportEverywhere({ rabbitmqUrl: rabbitUrl, rows: day.data.rows, isProfiled, log }),
  clicks: () => benchClicks({ rabbitmqUrl: rabbitUrl, isProfiled, named: values.click ?? [], log }),
  browser: () => benchBrowser({ rounds: Number(process.env['BROWSER_ROUNDS'] ?? 20), log }),
  calls: () =>
    benchCalls({
      log,
      seconds: Number(process.env['CALL_SECONDS'] ?? 120),
      agents: Number(process.env['CALL_AGENTS'] ?? 200),
    }),
  texts: () => benchTexts({ log }),
  evidence: () => benchEvidence({ log }),
  timeline: () => benchTimeline({ log }),
  statistics: () => benchStatistics({ leads, log }),
  'sign-in': () => benchSignIn({ log }),
  idle: () => benchIdle({ minutes: values.minutes === undefined ? 5 : day.data.minutes, log }),
  'idle-processes': () =>
    benchIdleProcesses({
      rabbitmqUrl: rabbitUrl,
      minutes: values.minutes === undefined ? 5 : day.data.minutes,
      isProfiled,
      log,
    }),
  day: () =>
    benchDay({
      ...day.data,
      rabbitmqUrl: process.env['RABBITMQ_URL'],
      mongodbUri: process.env['MONGODB_URI'],
      isProfiled,
      log,
    }),
};
/** Each takes longer than all others together, so it only runs when named. */
const byNameAlone: ReadonlySet<string> = new Set([
  'audit-cost',
  'browser',
  'clicks',
  'day',
  'idle',
  'idle-processes',
  'import-everywhere',
]);

const chosen =
  positionals.length > 0 ? positionals : Object.keys(benches).filter((name) => !byNameAlone.has(name));
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exit(1);
}
for (const name of chosen) {
  log(`\n== ${name}`);
  await benches[name]?.();
}
process.exit(0);
