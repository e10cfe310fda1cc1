/* global connect, process, sleep */
// Run by mongosh: makes a replica set of this one member unless it stands, and waits until it takes writes.
const { MONGODB_HOST: host, MONGODB_USER: user, MONGODB_PASSWORD: password, MONGODB_OPTIONS } = process.env;
const options = MONGODB_OPTIONS ? `&${MONGODB_OPTIONS}` : '';
const admin = connect(`mongodb://${user}:${password}@${host}/admin?directConnection=true${options}`);

const { code } = admin.runCommand({ replSetGetStatus: 1 });
const notYetInitialized = 94;
if (code === notYetInitialized) {
  const { ok, errmsg } = admin.runCommand({
    replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] },
  });
  if (ok !== 1) throw new Error(`The replica set could not be made: ${errmsg}`);
}
for (let tries = 0; !admin.hello().isWritablePrimary; tries += 1) {
  if (tries === 60) throw new Error('The replica set takes no writes after a minute');
  sleep(1_000);
}
