new Intl.NumberFormat('en-US').format(0);
new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles' }).format(0);
self.close();
