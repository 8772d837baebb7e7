import { describe, expect, test } from 'vitest';
import { COMPOUND_SOURCES, PRIMITIVE_SOURCES, TERMS_SOURCES } from '../../../src/formats/ddi/ddi-mapping.ts';
import { readDdi } from '../../../src/formats/ddi/read-ddi.ts';
import { findMetadataField, textsOf } from '../../../src/model/metadata/metadata-values.ts';
import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import { validateMetadata } from '../../../src/domain/metadata/validate-metadata.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../../src/vocabulary/datasets.ts';
import { standardCatalog } from '../metadata/standard-catalog.ts';

const EVERYTHING = `<codeBook xmlns="ddi:codebook:2_5" xml:lang="fr">
<docDscr><citation><titlStmt><titl>Document</titl></titlStmt><verStmt><notes>Why</notes></verStmt></citation></docDscr>
<stdyDscr><citation>
 <titlStmt><titl>A <emph>fine</emph>
   title</titl><subTitl>Sub</subTitl><altTitl>One</altTitl><altTitl>Two</altTitl>
   <IDNo agency="handle">hdl:1902.1/ABC</IDNo><IDNo agency="ICPSR">4711</IDNo><IDNo>plain</IDNo></titlStmt>
 <rspStmt><AuthEnty affiliation="Birds Inc.">Finch, Fiona</AuthEnty><AuthEnty>Spruce, Sabrina</AuthEnty>
   <othId role="Data Curator">Cura</othId><othId role="Cook">Chef</othId></rspStmt>
 <prodStmt><producer affiliation="Aff" abbr="PR" role="maker">Producer</producer><producer URI="https://w.example.org" role="https://w.example.org/logo.png">Works</producer><prodDate date="2020-01-02">January</prodDate><prodPlac>Here</prodPlac><prodPlac>There</prodPlac>
   <software version="1.2">R</software><grantNo agency="NSF">G-1</grantNo></prodStmt>
 <distStmt><distrbtr source="archive">Archive</distrbtr><distrbtr affiliation="A" abbr="D" URI="https://d.example.org" role="https://d.example.org/logo.png">Distributor</distrbtr>
   <contact affiliation="C" email="c@example.org">Contact</contact><depositr>Depositor</depositr><depDate>2021-01-01</depDate><distDate>2022</distDate></distStmt>
 <serStmt><serName>Series</serName><serInfo>About it</serInfo></serStmt><notes>Note of the citation</notes></citation>
<stdyInfo><subject><keyword xml:lang="en">Chemistry</keyword><keyword>acid</keyword><keyword vocab="V" vocabURI="https://v.example.org">Chemistry</keyword>
   <topcClas vocab="T" vocabURI="https://t.example.org">Topic</topcClas></subject>
 <abstract date="2026-01-15"><p>First.</p><p>Second.</p></abstract>
 <sumDscr><timePrd cycle="P1" event="start" date="2001">2001</timePrd><timePrd cycle="P1" event="end" date="2002">2002</timePrd><timePrd event="single">2010</timePrd>
   <collDate event="start" date="2003-01"/><nation>Ecuador</nation><nation abbr="Iran">Persia</nation><nation>Atlantis</nation><geogCover>Galapagos</geogCover><geogCover>The coast</geogCover><geogUnit>Island</geogUnit>
   <geoBndBox><westBL>-92</westBL><eastBL>-89</eastBL><southBL>-1.5</southBL><northBL>0.7</northBL></geoBndBox>
   <anlyUnit>Bird</anlyUnit><universe>All birds</universe><dataKind>measurement</dataKind></sumDscr>
 <notes>Note of the study</notes></stdyInfo>
<method><dataColl><timeMeth>Panel</timeMeth><timeMeth>Trend</timeMeth><dataCollector>Co</dataCollector><collectorTraining>Yes</collectorTraining><frequenc>Daily</frequenc><sampProc>Random</sampProc>
   <targetSampleSize><sampleSize>100</sampleSize><sampleSizeFormula>n</sampleSizeFormula></targetSampleSize><deviat>None</deviat><collMode>Mail</collMode><collMode>Phone</collMode>
   <resInstru>Ruler</resInstru><sources><dataSrc>S1</dataSrc><dataSrc>S2</dataSrc><srcOrig>O</srcOrig><srcChar>C</srcChar><srcDocu>D</srcDocu></sources>
   <collSitu>Calm</collSitu><actMin>Care</actMin><ConOps>Checks</ConOps><weight>Equal</weight><cleanOps>Clean</cleanOps></dataColl>
 <notes type="T" subject="S">Method note</notes><anlyInfo><respRate>90 percent</respRate><EstSmpErr>1</EstSmpErr><dataAppr>Good</dataAppr></anlyInfo></method>
<dataAccs><setAvail><accsPlac>Place</accsPlac><origArch>Orig</origArch><avlStatus>Av</avlStatus><collSize>Size</collSize><complete>Comp</complete></setAvail>
 <useStmt><confDec>Conf</confDec><specPerm>Perm</specPerm><restrctn>Restr</restrctn><contact>Cont</contact><citReq>Cite</citReq><deposReq>Dep</deposReq><conditions>Cond</conditions><disclaimer>Discl</disclaimer></useStmt>
 <notes type="DVN:TOU" level="dv">Use it well.</notes><notes type="DVN:TOA" level="dv">Ask first.</notes></dataAccs>
<othrStdyMat><relMat>Material</relMat><relStdy>Study</relStdy>
 <relPubl><citation><titlStmt><titl>Paper</titl><IDNo agency="DOI">10.1000/1</IDNo></titlStmt><biblCit>Paper, in full</biblCit></citation><ExtLink URI="https://p.example.org"/></relPubl>
 <relPubl>Plain text</relPubl><othRefs>Reference</othRefs></othrStdyMat>
<notes>Errors of the dataset</notes></stdyDscr></codeBook>`;

async function read(xml: string) {
  const described = await readDdi(xml, standardCatalog);
  const { metadata, problems } = parseMetadataBlocks(described.datasetVersion['metadataBlocks'], standardCatalog, '');
  return { ...described, metadata, problems };
}

function study(inner: string): string {
  return `<codeBook><stdyDscr>${inner}</stdyDscr></codeBook>`;
}

describe('a description in DDI', () => {
  test('gives a value to every field that the mapping names, all of them valid', async () => {
    const { metadata, problems } = await read(EVERYTHING);
    expect(problems).toEqual([]);
    const named = [...Object.keys(PRIMITIVE_SOURCES), ...COMPOUND_SOURCES.map(({ field }) => field)];
    expect(named.filter((name) => findMetadataField(metadata, name) === undefined)).toEqual([]);
    const blocks = ['citation', 'geospatial', 'socialscience'];
    expect(validateMetadata(metadata, standardCatalog, { blocks }).map(({ message }) => message)).toEqual([]);
  });

  test('names only fields that the standard blocks have', () => {
    const names = [
      ...Object.keys(PRIMITIVE_SOURCES),
      ...COMPOUND_SOURCES.flatMap(({ field, children }) => [field, ...Object.keys(children)]),
    ];
    expect(names.filter((name) => standardCatalog.findField(name) === undefined)).toEqual([]);
    const terms: readonly string[] = [...TERMS_OF_USE_KEYS, ...TERMS_OF_ACCESS_KEYS];
    expect(Object.keys(TERMS_SOURCES).filter((key) => !terms.includes(key))).toEqual([]);
  });

  test.each([
    ['title', undefined, ['A fine title']],
    ['alternativeTitle', undefined, ['One', 'Two']],
    ['otherId', 'otherIdValue', ['4711', 'plain']],
    ['author', 'authorName', ['Finch, Fiona', 'Spruce, Sabrina']],
    ['author', 'authorAffiliation', ['Birds Inc.']],
    ['contributor', 'contributorType', ['Data Curator', 'Other']],
    ['productionDate', undefined, ['2020-01-02']],
    ['distributor', 'distributorName', ['Distributor']],
    ['distributor', 'distributorURL', ['https://d.example.org']],
    ['subject', undefined, ['Chemistry']],
    ['keyword', 'keywordValue', ['acid', 'Chemistry']],
    ['dsDescription', 'dsDescriptionValue', ['<p>First.</p><p>Second.</p>']],
    ['producer', 'producerName', ['Producer', 'Works']],
    ['producer', 'producerURL', ['https://w.example.org']],
    ['producer', 'producerLogoURL', ['https://w.example.org/logo.png']],
    ['distributor', 'distributorLogoURL', ['https://d.example.org/logo.png']],
    ['timeMethod', undefined, ['Panel, Trend']],
    ['timePeriodCovered', 'timePeriodCoveredStart', ['2001', '2010']],
    ['timePeriodCovered', 'timePeriodCoveredEnd', ['2002', '2010']],
    ['dateOfCollection', 'dateOfCollectionStart', ['2003-01']],
    ['geographicCoverage', 'country', ['Ecuador', 'Iran, Islamic Republic of']],
    ['geographicCoverage', 'otherGeographicCoverage', ['Atlantis', 'Galapagos; The coast']],
    ['geographicBoundingBox', 'southLatitude', ['-1.5']],
    ['notesText', undefined, ['Note of the citation\n\nNote of the study']],
    ['targetSampleSize', 'targetSampleActualSize', ['100']],
    ['socialScienceNotes', 'socialScienceNotesText', ['Method note']],
    ['publication', 'publicationCitation', ['Paper, in full', 'Plain text']],
    ['publication', 'publicationIDType', ['doi']],
    ['publication', 'publicationURL', ['https://p.example.org']],
    ['datasetLevelErrorNotes', undefined, ['Errors of the dataset']],
  ] as const)('fills %s %s', async (field, child, texts) => {
    const { metadata } = await read(EVERYTHING);
    expect(textsOf(metadata, field, child)).toEqual(texts);
  });

  test('gives terms, the version note, the identifier and the language', async () => {
    const { datasetVersion, persistentId, language } = await read(EVERYTHING);
    expect(datasetVersion).toMatchObject({
      termsOfUse: 'Use it well.',
      termsOfAccess: 'Ask first.',
      originalArchive: 'Orig',
      versionNote: 'Why',
    });
    expect([persistentId, language]).toEqual(['hdl:1902.1/ABC', 'fr']);
  });

  test('keeps the formatting of long texts in tags of HTML, and of no others', async () => {
    const text =
      'A <emph>b</emph> <hi>c</hi> &lt;d&gt; <ExtLink URI="https://e.example.org/?q=1&amp;r">e</ExtLink> <ExtLink URI="javascript:f()">f</ExtLink>';
    const list = '<list><itm>one</itm><itm>two</itm></list>';
    const titled = study(
      `<citation><titlStmt><titl>${text}</titl></titlStmt></citation><stdyInfo><abstract>${text}${list}</abstract></stdyInfo>`,
    );
    const { metadata } = await read(titled);
    expect(textsOf(metadata, 'title')).toEqual(['A b c <d> e f']);
    expect(textsOf(metadata, 'dsDescription', 'dsDescriptionValue')).toEqual([
      'A <em>b</em> <strong>c</strong> <d> <a href="https://e.example.org/?q=1&r">e</a> f<ul><li>one</li><li>two</li></ul>',
    ]);
  });

  test('takes the id of the description for another identifier where the study has none', async () => {
    const { metadata } = await read(
      '<codeBook ID="ICPSR4711"><stdyDscr><citation><titlStmt><titl>T</titl></titlStmt></citation></stdyDscr></codeBook>',
    );
    expect(textsOf(metadata, 'otherId', 'otherIdValue')).toEqual(['ICPSR4711']);
  });

  test('takes no keyword for a subject that is none', async () => {
    const { metadata, problems } = await read(study('<stdyInfo><subject><keyword>other things</keyword></subject></stdyInfo>'));
    expect(problems).toEqual([]);
    expect([textsOf(metadata, 'subject'), textsOf(metadata, 'keyword', 'keywordValue')]).toEqual([[], ['other things']]);
  });

  test('reads a licence that is written as a link', async () => {
    const notes = '<dataAccs><notes type="DVN:TOU">&lt;a href="http://l.example.org"&gt;L 1&lt;/a&gt;</notes></dataAccs>';
    expect((await read(study(notes))).datasetVersion).toMatchObject({ license: { uri: 'http://l.example.org', name: 'L 1' } });
  });

  test('may come without a namespace, and with a byte order mark', async () => {
    const { metadata } = await read(`\uFEFF${study('<citation><titlStmt><titl>T</titl></titlStmt></citation>')}`);
    expect(textsOf(metadata, 'title')).toEqual(['T']);
  });

  test.each(['<IDNo agency="DOI">nothing</IDNo>', '<IDNo agency="DOI">10.5072</IDNo>', '<IDNo agency="handle"/>'])(
    'is refused with the identifier %s',
    async (idNo) => {
      await expect(read(study(`<citation><titlStmt>${idNo}</titlStmt></citation>`))).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    },
  );
});
