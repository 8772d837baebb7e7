import { croissantExporter } from '../croissant/croissant-exporter.ts';
import { dataciteExporter, openaireExporter } from '../datacite/datacite-exporter.ts';
import { ddiExporter, oaiDdiExporter } from '../ddi/ddi-exporters.ts';
import { dctermsExporter } from '../dublin-core/dcterms.ts';
import { oaiDcExporter } from '../dublin-core/oai-dc.ts';
import { htmlExporter } from '../html-codebook/html-exporter.ts';
import { nativeJsonExporter } from '../native-json/native-json-exporter.ts';
import { oreExporter } from '../ore/ore-exporter.ts';
import { roCrateExporter } from '../ro-crate/ro-crate-exporter.ts';
import { schemaOrgExporter } from '../schema-org/schema-org-exporter.ts';
import type { Exporter } from './exporter.ts';

/** All formats of export. */
export const exporters: readonly Exporter[] = [
  ddiExporter,
  oaiDdiExporter,
  dctermsExporter,
  oaiDcExporter,
  schemaOrgExporter,
  croissantExporter,
  oreExporter,
  dataciteExporter,
  openaireExporter,
  nativeJsonExporter,
  roCrateExporter,
  htmlExporter,
];
