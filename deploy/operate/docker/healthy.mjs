// Leaves with 0 where the process in this container takes requests: /readyz of a service, or the path that is named.
const [path = '/readyz'] = process.argv.slice(2);
try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}${path}`);
  process.exit(ok ? 0 : 1);
} catch {
  // Nothing listens yet.
  process.exit(1);
}
