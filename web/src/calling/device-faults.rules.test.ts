import { faultOfCode, wordsOfFault, type DeviceFaultKind } from './device-faults.rules.js';

const table: readonly [number, DeviceFaultKind][] = [
  [31401, 'microphone-refused'],
  [31402, 'no-microphone'],
  [20101, 'token-expired'],
  [20104, 'token-expired'],
  [31005, 'ended'],
  [31009, 'connection-lost'],
  [53405, 'connection-lost'],
  [31486, 'busy'],
  [31603, 'refused'],
  [31480, 'unreachable'],
  [99999, 'other'],
];

it.each(table)('the provider’s number %i means %s', (code, kind) => {
  expect(faultOfCode(code)).toEqual({ kind, code });
});

it('words a fault that nobody knows by its number', () => {
  expect(wordsOfFault(faultOfCode(12345))).toEqual({
    key: 'crm.calls.fault.other',
    values: { code: '12345' },
  });
});
