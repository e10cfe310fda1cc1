/** The MongoDB error codes that this store uses, by name. */
export const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  GraphContainsCycle: 5,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  EmptyFieldName: 56,
  NamespaceNotFound: 26,
  InvalidBSON: 22,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  AuthenticationFailed: 18,
  CannotBackfillArray: 51,
  NotSingleValueField: 54,
  NotExactValueField: 55,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  DottedFieldName: 57,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  WriteConcernFailed: 64,
  UnsatisfiableWriteConcern: 100,
  OperationFailed: 96,
  CommandNotSupported: 115,
  IllegalOpMsgFlag: 223,
  QueryFeatureNotAllowed: 224,
  NotAReplicaSet: 123,
  CommandNotSupportedOnView: 166,
  InvalidPipelineOperator: 168,
  NotImplemented: 238,
  ConversionFailure: 241,
  MechanismUnavailable: 334,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  NoQueryExecutionPlans: 291,
  APIVersionError: 322,
  APIStrictError: 323,
  DuplicateKey: 11000,
  CursorInUse: 143,
  CursorKilled: 237,
  InterruptedAtShutdown: 11600,
  BSONObjectTooLarge: 10334,
  OutOfDiskSpace: 14031,
  InvalidIndexSpecificationOption: 197,
  CannotIndexParallelArrays: 171,
  IndexBuildAborted: 276,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;

const NAMES = new Map<number, string>(Object.entries(ERROR_CODES).map(([name, code]) => [code, name]));

/** An error as MongoDB reports it: `code`, `codeName`, `errmsg` and details such as keyPattern and keyValue. */
export class StoreError extends Error {
  readonly code: number;
  readonly codeName: string;

  constructor(
    code: ErrorName | number,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'StoreError';
    this.code = typeof code === 'number' ? code : ERROR_CODES[code];
    this.codeName = NAMES.get(this.code) ?? `Location${this.code}`;
  }
}
