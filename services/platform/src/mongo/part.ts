import { Schema, type SchemaDefinition } from 'mongoose';

/** A part of a document, with fields of its own and without an id. */
export const part = (fields: SchemaDefinition): Schema => new Schema(fields, { _id: false, minimize: false });
