import { whyNoNumber } from './number.rules.js';

test.each(['+12145550117', '+18005550117', '+19015550117'])('%s may be called', (number) => {
  expect(whyNoNumber(number)).toBeUndefined();
});

test.each([
  '+19005550117',
  '+12149765501',
  '+442071838750',
  '12145550117',
  '+11145550117',
  '+1214555011',
  'client:user_7',
  '+12145550117,+19005550117',
  '',
])('%s is never called', (number) => {
  expect(whyNoNumber(number)).toBeDefined();
});
