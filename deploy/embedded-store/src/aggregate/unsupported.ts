/** What MongoDB has and this store has not, refused by name rather than as unknown. */

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const UNSUPPORTED_EXPRESSIONS = names(`
  $accumulator $function $meta $rand $sampleRate $binarySize $bsonSize $unsetField $toUUID $toHashedIndexKey
  $tsSecond $tsIncrement $bitAnd $bitOr $bitXor $bitNot $firstN $lastN $maxN $minN $median $percentile $sigmoid
  $stdDevPop $stdDevSamp $sin $cos $tan $asin $acos $atan $atan2 $asinh $acosh $atanh $sinh $cosh $tanh
  $degreesToRadians $radiansToDegrees $createObjectId
`);

export const UNSUPPORTED_ACCUMULATORS = names(`
  $accumulator $bottom $bottomN $top $topN $firstN $lastN $maxN $minN $median $percentile $stdDevPop $stdDevSamp
  $concatArrays $setUnion
`);

export const UNSUPPORTED_STAGES = names(`
  $out $merge $unionWith $setWindowFields $geoNear $bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent
  $collStats $currentOp $densify $documents $fill $graphLookup $indexStats $listLocalSessions $listSampledQueries
  $listSearchIndexes $listSessions $planCacheStats $querySettings $queryStats $rankFusion $redact $sample $score
  $scoreFusion $search $searchMeta $shardedDataDistribution $vectorSearch
`);
