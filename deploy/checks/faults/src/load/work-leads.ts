import { setTimeout as pause } from 'node:timers/promises';
import type { SavableStatus } from '@crm/contracts/codes/statuses.js';
import { getLead, restChangeLead, restCreateLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { lifeLead, newNumber } from './customers.js';
import { book, type LeadEntry, type Ledger } from './ledger.js';
import type { Person } from './person.js';

const statuses: readonly SavableStatus[] = [
  'followUp',
  'thinkingAboutIt',
  'approved',
  'agreement',
  'in-force',
];
const pauseMs = 60;

let made = 0;

export const addressAt = (save: number) => `${String(save)} First Street`;

/** Creates a lead; if the response is lost, it may exist or not, and is not touched again. */
async function make(agent: Person, ledger: Ledger, fullname: string): Promise<LeadEntry | undefined> {
  const entry: LeadEntry = {
    ...{ fullname, id: undefined, lastAcknowledged: 0, lastTried: 0 },
    statuses: new Set(['newLead']),
    unheard: new Set(),
  };
  ledger.leads.push(entry);
  const body = { ...lifeLead(fullname, newNumber()), address: addressAt(0) };
  const said = book(ledger, await agent.call(restCreateLead, { body }));
  if (said.is === 'refused') ledger.surprises.push(`A lead was refused: ${said.text}`);
  if (said.is !== 'acknowledged') return undefined;
  entry.id = said.answer.id;
  return entry;
}

/** Saves based on the current version, which a lost response may have raised. */
async function save(agent: Person, ledger: Ledger, entry: LeadEntry, id: string): Promise<void> {
  const read = await agent.call(getLead, { params: { id } });
  if (read.is === 'refused') ledger.surprises.push(`A lead could not be read: ${read.text}`);
  if (read.is !== 'acknowledged') return;
  const count = entry.lastTried + 1;
  entry.lastTried = count;
  const body = { type: 'life', version: read.answer.lead.version, address: addressAt(count) } as const;
  const said = book(ledger, await agent.call(restChangeLead, { params: { id }, body }));
  if (said.is === 'acknowledged') entry.lastAcknowledged = count;
  else if (said.is === 'refused' && said.status !== 409)
    ledger.surprises.push(`A save was refused: ${said.text}`);
}

async function setStatus(agent: Person, ledger: Ledger, entry: LeadEntry, id: string, status: SavableStatus) {
  entry.statuses.add(status);
  const said = book(ledger, await agent.call(setLeadStatus, { params: { id }, body: { status } }));
  if (said.is === 'acknowledged') entry.statuses = new Set([status, ...entry.unheard]);
  else if (said.is === 'unknown') entry.unheard.add(status);
  else if (said.is === 'refused') ledger.surprises.push(`A status was refused: ${said.text}`);
}

/** An agent who creates leads, saves each a few times and sets its status, until stopped. */
export async function workLeads(agent: Person, ledger: Ledger, isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    made += 1;
    const entry = await make(agent, ledger, `Fault ${String(made)}`);
    await pause(pauseMs);
    for (let step = 0; step < 4 && entry?.id !== undefined && !isOver(); step += 1) {
      if (step % 2 === 0) await save(agent, ledger, entry, entry.id);
      else {
        const status = statuses[(count + step) % statuses.length] ?? 'followUp';
        await setStatus(agent, ledger, entry, entry.id, status);
      }
      await pause(pauseMs);
    }
  }
}
