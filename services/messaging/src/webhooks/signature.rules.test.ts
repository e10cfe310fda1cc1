import { newSecret, signedHeaders } from './signature.rules.js';

// The example of the public scheme's own documentation; the signature is what `openssl dgst -sha256 -hmac` makes of it.
const example = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  body: '{"test": 2432232314}',
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
};
const at = new Date(1_614_265_330_000);

test('a request is signed as the public scheme has it', () => {
  expect(signedHeaders(example, at)).toEqual({
    'webhook-id': example.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('while a secret is exchanged each of both signs', () => {
  const second = newSecret();
  const both = signedHeaders({ ...example, secrets: [second, ...example.secrets] }, at)['webhook-signature'];
  const alone = signedHeaders({ ...example, secrets: [second] }, at)['webhook-signature'];
  expect(both.split(' ')).toEqual([alone, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=']);
});

test('a secret has 32 random bytes', () => {
  const secrets = [newSecret(), newSecret()];
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
});
