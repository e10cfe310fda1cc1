import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { pageInQuery } from '../endpoint/page-in-query.js';
import { restQuery } from '../endpoint/rest-query.js';
import {
  bulkUploadFields,
  leadImport,
  refusedRow,
  refusedRowFields,
  retriedRow,
  retriedRows,
  type LeadImport,
} from '../entities/lead-import.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';

const agentId = '66f0a1b2c3d4e5f601020304';

const exampleImport: LeadImport = {
  id: '66f0a1b2c3d4e5f6010203aa',
  file: 'leads.csv',
  type: 'life',
  state: 'running',
  activity: 'importing',
  rows: 9000,
  read: 1200,
  saved: 1150,
  refused: 40,
  duplicates: 10,
  bytes: 900_000,
  bytes_done: 120_000,
  message: '',
  started_by: agentId,
  consent: null,
  cleared: false,
  rows_until: null,
  createdAt: '2026-11-20T17:00:00.000Z',
  finishedAt: null,
};
const finishedImport: LeadImport = {
  ...exampleImport,
  ...{ state: 'done', activity: null, read: 9000, saved: 8_951, refused: 39, bytes_done: 900_000 },
  ...{ rows_until: '2027-02-18T17:02:00.000Z', finishedAt: '2026-11-20T17:02:00.000Z' },
};

export const uploadBulkCsv = defineEndpoint({
  name: 'uploadBulkCsv',
  method: 'POST',
  path: '/api/lead/upload/bulk-csv',
  service: 'leads',
  access: 'admin',
  given: true,
  audit: { action: 'import.started', subject: 'import/{answer.import.id}' },
  summary:
    "Uploads a CSV file of leads and returns the import, which runs in the background and reports its progress live. The consent fields are of all rows; a row's own columns win.",
  bodyKind: 'multipart',
  body: bulkUploadFields,
  answer: outcome.extend({ import: leadImport }),
  example: {
    body: { delimiter: ',', lt: 'life' },
    answer: { status: 'info', message: 'Import started', import: exampleImport },
  },
});

export const listImports = defineEndpoint({
  name: 'listImports',
  method: 'GET',
  path: '/api/rest/imports',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'imports.listed' },
  summary:
    'Imports, newest first. Filters: `{"cleared":false}`, what the asker has not cleared; `{"earlier_than":"<instant>"}`, what they have cleared or what began before.',
  query: restQuery,
  answer: z.array(leadImport),
  example: { query: {}, answer: [exampleImport] },
});

export const getImport = defineEndpoint({
  name: 'getImport',
  method: 'GET',
  path: '/api/rest/imports/{id}',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'import.read', subject: 'import/{params.id}' },
  summary: 'One import with its progress.',
  params: z.object({ id }),
  answer: leadImport,
  example: { params: { id: exampleImport.id }, answer: exampleImport },
});

export const listRefusedRows = defineEndpoint({
  name: 'listRefusedRows',
  method: 'GET',
  path: '/api/rest/imports/{id}/refused',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'import.refused-rows-listed', subject: 'import/{params.id}' },
  summary: 'Rejected rows of an import by line, each with its fields and their errors.',
  params: z.object({ id }),
  query: z.object(pageInQuery),
  answer: z.object({ rows: z.array(refusedRowFields), totalCount: z.int() }),
  example: {
    params: { id: exampleImport.id },
    query: {},
    answer: {
      rows: [
        {
          line: 17,
          reason: 'Full name is missing',
          row: ',2145550117',
          fields: { fullname: '', phone: '2145550117' },
          errors: { fullname: 'Full name is missing' },
        },
      ],
      totalCount: 1,
    },
  },
});

export const retryRefusedRows = defineEndpoint({
  name: 'retryRefusedRows',
  method: 'POST',
  path: '/api/rest/imports/{id}/refused',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'import.rows-retried', subject: 'import/{params.id}' },
  summary:
    'Imports rejected rows with corrected fields, exactly as the import itself would, and answers for each row. Sent again it creates nothing twice. Import still running: 409.',
  params: z.object({ id }),
  body: z.object({ rows: retriedRows }),
  answer: outcome.extend({ rows: z.array(retriedRow), import: leadImport }),
  example: {
    params: { id: exampleImport.id },
    body: { rows: [{ line: 17, fields: { fullname: 'Raymond Okafor' } }] },
    answer: {
      status: 'success',
      message: '1 row imported',
      rows: [{ line: 17, result: 'imported', reason: '', errors: {} }],
      import: finishedImport,
    },
  },
});

export const clearImports = defineEndpoint({
  name: 'clearImports',
  method: 'POST',
  path: '/api/rest/imports/clear',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'imports.cleared' },
  summary:
    "Clears finished and failed imports from the asker's latest files: those of `ids`, or all without it. They stay among the earlier ones. Still running: 409.",
  body: z.object({ ids: z.array(id).min(1).max(100).optional() }),
  answer: outcome,
  example: { body: { ids: [exampleImport.id] }, answer: { status: 'success', message: '1 file cleared' } },
});

export const downloadRefusedRows = defineEndpoint({
  name: 'downloadRefusedRows',
  method: 'GET',
  path: '/api/rest/imports/{id}/refused.csv',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'import.refused-rows-exported', subject: 'import/{params.id}' },
  summary:
    'Rejected rows of an import as CSV: line, reason, the columns that the import read, and the row as it stood. Corrected there it can be uploaded like any file. Safe to open in a spreadsheet.',
  answerKind: 'file',
  params: z.object({ id }),
  answer: z.array(refusedRow),
  example: {
    params: { id: exampleImport.id },
    answer: [{ line: 17, reason: 'Full name is missing', row: ',bad@example.com,2145550117' }],
  },
});

export const importEndpoints = [
  uploadBulkCsv,
  listImports,
  getImport,
  listRefusedRows,
  retryRefusedRows,
  clearImports,
  downloadRefusedRows,
];
