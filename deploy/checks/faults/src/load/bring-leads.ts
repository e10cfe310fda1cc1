import { setTimeout as pause } from 'node:timers/promises';
import { ingestLead } from '@crm/contracts/http/intake.js';
import { uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { lifeLead, newNumber } from './customers.js';
import { book, type Ledger } from './ledger.js';
import type { Person } from './person.js';

const pauseMs = 300;
const rowsOfFile = 150;

/** A partner who retries each delivery with the same idempotency key until it gets a response. */
export async function deliverLeads(
  partner: Person,
  apiKey: string,
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const key = `delivery-${String(Date.now())}-${String(count)}`;
    const body = { ...lifeLead(`Delivered ${key}`, newNumber()) };
    while (!isOver()) {
      const said = book(
        ledger,
        await partner.call(
          ingestLead,
          { params: { source: 'clickListing' }, body },
          { 'x-api-key': apiKey, 'idempotency-key': key },
        ),
      );
      if (said.is === 'acknowledged' && said.answer.lead_id !== null)
        ledger.intakes.set(key, said.answer.lead_id);
      else if (said.is !== 'unknown')
        ledger.surprises.push(`A delivery was refused: ${JSON.stringify(said)}`);
      if (said.is !== 'unknown') break;
      await pause(pauseMs);
    }
    await pause(pauseMs);
  }
}

/** An upload form with this many unique leads. */
export function fileOfLeads(rows: number): FormData {
  const lines = Array.from({ length: rows }, (_, row) => {
    const phone = newNumber();
    return `Row ${phone.slice(2)},${phone},row.${phone.slice(2)}@example.com,TX,${String((row % 12) + 1)}/2/1957`;
  });
  const form = new FormData();
  form.set('lt', 'life');
  form.set('delimiter', ',');
  form.set('file', new Blob([['Full Name,Phone,Email,State,DOB', ...lines].join('\r\n')]), 'rows.csv');
  return form;
}

/** An admin who uploads one file after another. */
export async function uploadFiles(admin: Person, ledger: Ledger, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const said = book(ledger, await admin.upload(uploadBulkCsv, fileOfLeads(rowsOfFile)));
    if (said.is === 'acknowledged') ledger.imports.set(said.answer.import.id, rowsOfFile);
    else if (said.is === 'refused') ledger.surprises.push(`A file was refused: ${said.text}`);
    await pause(4_000);
  }
}
