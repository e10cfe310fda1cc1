import type { ObjectId } from 'mongodb';
import type { Databases } from '../databases.js';
import { addressAt } from '../load/work-leads.js';
import type { Ledger } from '../load/ledger.js';

/** The checked fields of a lead in its service. */
export interface StoredLead {
  _id: ObjectId;
  fullname: string;
  address: string | null;
  status: string;
  type_id: number;
  user_id: ObjectId | null;
  importKey?: string;
  external_id?: string;
  version: number;
  deletedAt?: Date;
}

export async function storedLeads(databases: Databases): Promise<StoredLead[]> {
  const projection = {
    ...{ fullname: 1, address: 1, status: 1, type_id: 1, user_id: 1, importKey: 1, external_id: 1 },
    ...{ version: 1, deletedAt: 1 },
  };
  const leads = await databases('leads').collection<StoredLead>('leads').find({}, { projection }).toArray();
  return leads.filter(({ deletedAt }) => !deletedAt);
}

/** Differences between the leads and what their creators and editors were told. */
export function leadComplaints(leads: readonly StoredLead[], ledger: Ledger): string[] {
  const complaints: string[] = [];
  const byName = new Map<string, StoredLead[]>();
  const byImport = new Map<string, number>();
  const byDelivery = new Map<string, string[]>();
  for (const lead of leads) {
    byName.set(lead.fullname, [...(byName.get(lead.fullname) ?? []), lead]);
    const imported = lead.importKey?.split(':')[0];
    if (imported !== undefined) byImport.set(imported, (byImport.get(imported) ?? 0) + 1);
    const delivered = lead.external_id?.split(':')[1];
    if (delivered !== undefined)
      byDelivery.set(delivered, [...(byDelivery.get(delivered) ?? []), lead._id.toHexString()]);
  }
  for (const { fullname, id, lastAcknowledged, lastTried, statuses } of ledger.leads) {
    const its = byName.get(fullname) ?? [];
    if (its.length > 1) complaints.push(`${fullname} is there ${String(its.length)} times`);
    if (id === undefined) continue;
    const [lead] = its;
    if (lead === undefined) {
      complaints.push(`${fullname} was acknowledged and is lost`);
      continue;
    }
    const possible = Array.from({ length: lastTried - lastAcknowledged + 1 }, (_, more) =>
      addressAt(lastAcknowledged + more),
    );
    if (!possible.includes(lead.address ?? ''))
      complaints.push(`${fullname} has the address ${String(lead.address)}, not ${possible.join(' or ')}`);
    if (![...statuses].some((status) => status === lead.status))
      complaints.push(`${fullname} has the status ${lead.status}, not ${[...statuses].join(' or ')}`);
  }
  for (const [id, rows] of ledger.imports) {
    const found = byImport.get(id) ?? 0;
    if (found !== rows) complaints.push(`An import of ${String(rows)} rows made ${String(found)} leads`);
  }
  for (const [key, id] of ledger.intakes) {
    const found = byDelivery.get(key) ?? [];
    if (found.length !== 1 || found[0] !== id)
      complaints.push(`The delivery ${key} was answered ${id} and made ${found.join(', ') || 'nothing'}`);
  }
  return complaints;
}
