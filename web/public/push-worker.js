// Shows what is pushed to this browser, also where no window of the application is open.

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(
    windows().then((open) => {
      // Whoever looks at the application is told by the page itself.
      if (open.some(({ visibilityState }) => visibilityState === 'visible')) return undefined;
      return self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } });
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(
    windows().then(async ([open]) => {
      if (!open) return self.clients.openWindow(path);
      // The page goes there itself: a typed form, or a lead that is not completed, may hold it up.
      open.postMessage({ path });
      return open.focus();
    }),
  );
});

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
