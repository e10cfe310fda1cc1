// The first use of Intl in a process reads what the browser knows of every locale: longer than a page of rows takes to draw.
// Another thread does that while scripts and data are on their way.
new Worker(new URL('./locale-data.worker.ts', import.meta.url), { type: 'module' });
