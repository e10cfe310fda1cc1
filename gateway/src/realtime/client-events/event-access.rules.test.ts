import { clientEvents, type ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import type { Actor } from '@crm/contracts/access.js';
import { maySend } from './event-access.rules.js';

const me = 'a'.repeat(24);
const other = 'b'.repeat(24);
const actors = {
  admin: { id: me, role: 1, subroles: [] },
  life: { id: me, role: 2, subroles: [1] },
  health: { id: me, role: 2, subroles: [2] },
  guide: { id: me, role: 3, subroles: [] },
  lead: { id: me, role: 4, subroles: [1] },
  compliance: { id: me, role: 5, subroles: [] },
  auditor: { id: me, role: 6, subroles: [] },
  operator: { id: me, role: 7, subroles: [] },
} as const satisfies Record<string, Pick<Actor, 'id' | 'role' | 'subroles'>>;

const joinType = (type: string) => ({ type });
const everyone = ['admin', 'life', 'health', 'guide', 'lead'];

test.each<[ClientEventKey, unknown, string[]]>([
  ['connected', { id: other }, [...everyone, 'compliance', 'auditor', 'operator']],
  ['setOnlineStatus', { id: me, status: 1 }, ['life', 'health', 'guide', 'lead']],
  ['setOnlineStatus', { id: other, status: 1 }, []],
  ['agentOnline', { user_id: me, online: 1 }, ['life', 'health', 'guide', 'lead']],
  ['agentOnline', { user_id: other, online: 1 }, []],
  ['joinLeadsType', joinType('life'), ['admin', 'life', 'lead']],
  ['joinLeadsType', joinType('health'), ['admin', 'health']],
  ['lifeLeads', null, ['admin', 'life', 'lead']],
  ['healthLeads', null, ['admin', 'health']],
  ['joinOwnLeads', joinType('life'), ['admin']],
  ['joinMediaalphaLeads', joinType('life'), ['admin']],
  ['joinManualLeads', joinType('life'), ['admin']],
  ['joinBulkLeads', joinType('life'), ['admin']],
  ['joinClickListingLeads', joinType('life'), ['admin']],
  ['joinLiveTransferLeads', joinType('life'), ['admin']],
  ['joinAgentLeads', { source: 1, type: 'life', user_id: me }, everyone],
  ['joinAgentLeads', { source: 1, type: 'life', user_id: other }, []],
  ['joinFloor', null, ['admin', 'lead']],
  ['joinRawLeads', null, ['admin', 'life', 'health', 'lead']],
  ['processLead', { lead: {} }, ['admin', 'life', 'health', 'lead']],
  ['processLead', { id: other, lead: {} }, everyone],
  ['updateStatus', { lead_id: other, status: 'followUp' }, everyone],
  ['updatePrice', { lead_id: other, price: {} }, everyone],
  ['assignAgent', { lead_id: other, agent_id: 0 }, everyone],
  ['busyLead', { lead_id: other }, everyone],
  ['unbusyLead', { lead_id: other }, everyone],
])('%s %j may be sent by %j', (key, payload, allowed) => {
  const event = clientEvents[key];
  const may = Object.entries(actors).filter(([, actor]) => maySend(event, actor, payload));
  expect(may.map(([name]) => name)).toEqual(allowed);
});
