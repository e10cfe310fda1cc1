import { maxScimPage, scimSchemas } from '@crm/contracts/http/scim.js';
import { scimList } from './scim.view.js';

const supported = { supported: true };
const notSupported = { supported: false };

/** What of SCIM is supported. */
export const scimConfig = (base: string) => ({
  schemas: [scimSchemas.config],
  patch: supported,
  bulk: { ...notSupported, maxOperations: 0, maxPayloadSize: 0 },
  filter: { ...supported, maxResults: maxScimPage },
  changePassword: notSupported,
  sort: notSupported,
  etag: notSupported,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an admin makes in the settings of Single sign-on',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** Users and groups as kinds of resources. */
export const scimResourceTypes = (base: string) =>
  scimList(
    (['User', 'Group'] as const).map((name) => ({
      schemas: [scimSchemas.resourceType],
      ...{ id: name, name, endpoint: `/${name}s` },
      schema: name === 'User' ? scimSchemas.user : scimSchemas.group,
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
    })),
  );

interface Attribute {
  type?: 'string' | 'boolean' | 'complex';
  isMany?: true;
  isRequired?: true;
  isUnique?: true;
  isReadOnly?: true;
  subAttributes?: object[];
}

const attribute = (name: string, of: Attribute = {}) => ({
  name,
  type: of.type ?? 'string',
  multiValued: of.isMany === true,
  required: of.isRequired === true,
  caseExact: false,
  mutability: of.isReadOnly === true ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: of.isUnique === true ? 'server' : 'none',
  ...(of.subAttributes && { subAttributes: of.subAttributes }),
});

const entries = [attribute('value'), attribute('display', { isReadOnly: true })];

const described = {
  [scimSchemas.user]: {
    name: 'User',
    attributes: [
      attribute('userName', { isRequired: true, isUnique: true }),
      attribute('name', {
        type: 'complex',
        subAttributes: [
          attribute('givenName'),
          attribute('familyName'),
          attribute('formatted', { isReadOnly: true }),
        ],
      }),
      attribute('displayName'),
      attribute('emails', { type: 'complex', isMany: true, isReadOnly: true, subAttributes: entries }),
      attribute('active', { type: 'boolean' }),
      attribute('groups', { type: 'complex', isMany: true, isReadOnly: true, subAttributes: entries }),
    ],
  },
  [scimSchemas.group]: {
    name: 'Group',
    attributes: [
      attribute('displayName', { isRequired: true, isReadOnly: true }),
      attribute('members', { type: 'complex', isMany: true, subAttributes: entries }),
    ],
  },
};

/** The attributes of users and groups. */
export const scimSchemaList = (base: string) =>
  scimList(
    Object.entries(described).map(([id, { name, attributes }]) => ({
      schemas: [scimSchemas.schema],
      ...{ id, name, attributes },
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
    })),
  );
