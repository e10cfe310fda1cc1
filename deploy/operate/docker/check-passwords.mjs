// Rejects empty and common passwords in .env. The arguments are names of variables.
const commonlyUsed =
  /^(?:guest|admin|root|password|passw0rd|secret|changeme|change-me|default|crm|test|demo|rabbitmq|mongo(?:db)?|call-?centre)\d*$/i;
const shortest = 20;

const problems = process.argv.slice(2).flatMap((name) => {
  const value = process.env[name] ?? '';
  if (value === '') return [`${name} is empty`];
  if (commonlyUsed.test(value)) return [`${name} is a password that everybody tries first`];
  if (value.length < shortest) return [`${name} has fewer than ${shortest} characters`];
  // It is part of a URL, where other characters would need escaping.
  if (!/^[\w-]+$/.test(value)) return [`${name} has more than letters, digits, - and _`];
  return [];
});
for (const problem of problems) console.error(`${problem}; make one with: openssl rand -hex 24`);
process.exit(problems.length === 0 ? 0 : 1);
