import { dataciteExporter } from '../datacite/datacite-exporter.ts';
import { dctermsExporter } from '../dublin-core/dcterms.ts';
import { oaiDcExporter } from '../dublin-core/oai-dc.ts';
import { nativeJsonExporter } from '../native-json/native-json-exporter.ts';
import type { Exporter } from './exporter.ts';

/** All formats of export. */
export const exporters: readonly Exporter[] = [dctermsExporter, oaiDcExporter, dataciteExporter, nativeJsonExporter];
