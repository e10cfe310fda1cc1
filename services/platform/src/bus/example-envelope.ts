import { v7 as uuidv7 } from 'uuid';
import type { Envelope } from '@crm/contracts/bus/envelope.js';

/** A valid message for tests and measurements; whatever matters is given. */
export function exampleEnvelope(overrides: Partial<Envelope> = {}): Envelope {
  const type = overrides.type ?? 'lead.assigned';
  return {
    specversion: '1.0',
    id: uuidv7(),
    source: 'leads',
    type,
    time: '2026-11-20T17:00:00.000Z',
    subject: 'lead/507f1f77bcf86cd799439011',
    dataschema: `urn:crm:${type}`,
    datacontenttype: 'application/json',
    data: { lead_id: '507f1f77bcf86cd799439011', user_id: '507f191e810c19729de860ea' },
    correlationid: 'correlation-1',
    actorid: 'system',
    actorrole: 'system',
    sequence: 1,
    ...overrides,
  };
}
