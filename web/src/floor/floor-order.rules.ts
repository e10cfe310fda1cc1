import { agentState, type AgentState } from '@crm/contracts/entities/agent-state.js';
import { longCallMs, type FloorTile } from '@crm/contracts/entities/floor.js';

/** What needs a look, the most urgent first. */
export const attentions = ['help', 'over-limit', 'long-call'] as const;
export type Attention = (typeof attentions)[number];

/** Why somebody needs a look at an instant of the server; undefined where nobody has to come. */
export function attentionOf(tile: FloorTile, now: number): Attention | undefined {
  if (tile.call?.help === true) return 'help';
  if (tile.state === 'wrap-up' && tile.until !== null && now > Date.parse(tile.until)) return 'over-limit';
  if (tile.state === 'in-call' && now - Date.parse(tile.since) >= longCallMs) return 'long-call';
  return undefined;
}

/** The order of states behind what needs a look. */
const order: readonly AgentState[] = [
  ...(['in-call', 'wrap-up', 'ready'] as const),
  ...(['break', 'lunch', 'training', 'meeting', 'offline'] as const),
];

export interface ArrangedTile {
  tile: FloorTile;
  attention: Attention | undefined;
}

/** Who is on the floor, in order, and who is offline, by name. */
export interface Arranged {
  shown: readonly ArrangedTile[];
  offline: readonly FloorTile[];
}

const rankOf = ({ tile, attention }: ArrangedTile) =>
  attention === undefined ? attentions.length + order.indexOf(tile.state) : attentions.indexOf(attention);

/** The tiles in the order of what needs a look first; of equals whoever is in their state the longest. */
export function arranged(tiles: readonly FloorTile[], now: number): Arranged {
  const shown = tiles
    .filter(({ state }) => state !== 'offline')
    .map((tile): ArrangedTile => ({ tile, attention: attentionOf(tile, now) }))
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        a.tile.since.localeCompare(b.tile.since) ||
        a.tile.user_id.localeCompare(b.tile.user_id),
    );
  const offline = tiles
    .filter(({ state }) => state === 'offline')
    .sort((a, b) => a.fullname.localeCompare(b.fullname, 'en'));
  return { shown, offline };
}

/** How many are in each state, without those in which nobody is. */
export function countsByState(tiles: readonly FloorTile[]): readonly [AgentState, number][] {
  return agentState.options
    .map((state): [AgentState, number] => [state, tiles.filter((tile) => tile.state === state).length])
    .filter(([, count]) => count > 0);
}
