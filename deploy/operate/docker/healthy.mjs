// Container health check: exits 0 if /readyz, or the given path, responds.
const [path = '/readyz'] = process.argv.slice(2);
try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}${path}`);
  process.exit(ok ? 0 : 1);
} catch {
  // Not listening yet.
  process.exit(1);
}
