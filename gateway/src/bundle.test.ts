import { packBundle, unpackBundle } from './bundle.js';

test('messages come out of a bundle as they went in, in their order', () => {
  const messages = [
    { channel: 'crm:live#/#user:1#', content: Buffer.from([0, 255, 10]) },
    { channel: 'ü', content: Buffer.alloc(0) },
    { channel: '', content: Buffer.alloc(70_000, 7) },
  ];
  expect([...unpackBundle(packBundle(messages))]).toEqual(messages);
  expect([...unpackBundle(packBundle([]))]).toEqual([]);
});

test('what is no bundle is refused', () => {
  const whole = packBundle([{ channel: 'a', content: Buffer.from('content') }]);
  expect(() => [...unpackBundle(whole.subarray(0, -1))]).toThrow(/bounds|shorter/);
  expect(() => [...unpackBundle(Buffer.from('abc'))]).toThrow(/bounds|shorter/);
});
