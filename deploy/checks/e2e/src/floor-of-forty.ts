import type { Page } from 'playwright-core';
import type { AgentState } from '@crm/contracts/entities/agent-state.js';
import { exampleTile, floor, type FloorTile } from '@crm/contracts/entities/floor.js';
import { getFloor } from '@crm/contracts/http/floor.js';
import { longName } from './long-names.js';

const names = [
  ...['Dana Reyes-Whitfield', 'Marcus Hale', 'Priya Sandoval', 'Omar Vance', 'Naomi Feld', 'Theo Abernathy'],
  ...['Lucía Fernández de Córdoba', 'Jo Kim', longName, 'Ingrid Solheim'],
];
const customers = ['Raymond Okafor', 'Wilhelmina Featherstonehaugh-Cholmondeley', 'Ana Whitlock', ''];
const states: readonly AgentState[] = [
  ...(['in-call', 'in-call', 'ready', 'wrap-up', 'in-call', 'ready', 'break', 'in-call'] as const),
  ...(['lunch', 'ready', 'in-call', 'wrap-up', 'training', 'ready', 'meeting', 'in-call'] as const),
];

function tileAt(place: number, now: Date): FloorTile {
  const state = states[place % states.length] ?? 'ready';
  const isGuide = place % 7 === 3;
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  const since = ago(17 + ((place * 97) % 1_500));
  const call: FloorTile['call'] =
    state === 'in-call' && exampleTile.call
      ? {
          ...exampleTile.call,
          ...{ lead_name: customers[place % customers.length] ?? '', since, help: place === 10 },
          ...{ direction: place % 3 === 0 ? 'inbound' : 'outbound', conference: place % 2 === 0 },
        }
      : null;
  return {
    ...exampleTile,
    user_id: place.toString(16).padStart(24, '0'),
    fullname: names[place % names.length] ?? '',
    role_id: isGuide ? 3 : 2,
    ...{ state, since, call, reason: null },
    until: state === 'wrap-up' ? ago(place % 2 === 0 ? 30 : -60) : null,
    last: place % 5 === 4 ? null : { outcome: 'no-answer', direction: 'outbound', at: since },
    dialler: isGuide ? { on: place % 2 === 1, today: { dialled: 41 + place, people: 12 } } : null,
    at: now.toISOString(),
  };
}

/** Answers the page's question about the floor with forty who are there, three who are not, and a queue. */
export async function withForty(page: Page): Promise<void> {
  await page.route(`**${getFloor.path}`, async (route) => {
    const now = new Date();
    const tiles = Array.from({ length: 40 }, (_, place) => tileAt(place, now));
    const gone = [40, 41, 42].map((place): FloorTile => ({
      ...tileAt(place, now),
      state: 'offline',
      call: null,
    }));
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
    const json = floor.parse({
      now: now.toISOString(),
      tiles: [...tiles, ...gone],
      waiting: [
        { number: '+12145550118', lead_name: longName, since: ago(74), position: 1, kind: 'call' },
        { number: '+442079460123', lead_name: '', since: ago(40), position: 2, kind: 'callback' },
        { number: 'anonymous', lead_name: '', since: ago(9), position: 3, kind: 'call' },
      ],
      today: { answered: 212, abandoned: 9, service_level: 0.86 },
    });
    await route.fulfill({ json });
  });
}
