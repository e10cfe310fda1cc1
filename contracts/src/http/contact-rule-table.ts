import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { contactRuleId, contactRules } from '../resources/contact-rule.js';

const { id: _id, version: _version, ...exampleRow } = contactRules.example;
const florida = {
  id: 'FL' as const,
  yours: { ...contactRules.example, max_attempts: null },
  is_edited: true,
  offered: exampleRow,
};

/** The date of a table of rules: a later one is newer. */
const tableVersion = z.iso.date();

export const contactRuleTable = defineEndpoint({
  name: 'contactRuleTable',
  method: 'GET',
  path: '/api/rest/contact-rule-table',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: 'none',
  summary:
    'The rows of the table of contact rules of this version of the product that are newer than those in force and differ from them. Nothing changes until an admin adopts them.',
  answer: z.object({
    version: tableVersion,
    rows: z.array(
      z.object({
        id: contactRuleId,
        /** The rule in force; null where the state has none. */
        yours: contactRules.record.nullable(),
        /** Whether an admin has made or changed the rule in force. */
        is_edited: z.boolean(),
        offered: contactRules.creation,
      }),
    ),
  }),
  example: { answer: { version: '2026-11-23', rows: [florida] } },
});

export const adoptContactRules = defineEndpoint({
  name: 'adoptContactRules',
  method: 'POST',
  path: '/api/rest/contact-rule-table/adopt',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'contact-rule.adopted', subject: 'contact-rule/{answer.adopted}' },
  summary:
    'Puts rows of the newer table of contact rules in force. What a rule was before stays in its history, with who adopted which version. A row that is no longer offered is left as it is.',
  body: z.object({
    version: tableVersion,
    /** The rows, each with the version of the rule that it replaces; null where the state has none. */
    rows: z
      .array(z.object({ id: contactRuleId, version: z.int().nullable() }))
      .min(1, 'Choose at least one rule')
      .max(100),
  }),
  answer: outcome.extend({ adopted: z.array(contactRuleId) }),
  example: {
    body: { version: '2026-11-23', rows: [{ id: 'FL', version: 1 }] },
    answer: { status: 'success', message: '1 rule adopted', adopted: ['FL'] },
  },
});

export const contactRuleTableEndpoints = [contactRuleTable, adoptContactRules];
