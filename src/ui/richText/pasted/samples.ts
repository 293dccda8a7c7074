/** Clipboard content of office programs and browsers, shortened but otherwise unchanged. */

export const wordDocument = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns:m="http://schemas.microsoft.com/office/2004/12/omml"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/bea/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument>
</xml><![endif]-->
<style>
<!--
 /* Font Definitions */
 @font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;}
 p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0in; font-size:11.0pt;}
 @list l0:level1 {mso-level-number-format:bullet; mso-level-text:\\F0B7;}
-->
</style>
</head>

<body lang=EN-US link="#0563C1" vlink="#954F72" style='tab-interval:.5in;word-wrap:break-word'>
<!--StartFragment-->

<h1><span style='font-weight:normal'>Gas supply review<o:p></o:p></span></h1>

<p class=MsoNormal>The customer asked for <b style='mso-bidi-font-weight:normal'>1,200
dth</b> at a <i style='mso-bidi-font-style:normal'>fixed</i> price, <u>not</u> index.<span
style='mso-spacerun:yes'>  </span><a style='mso-comment-reference:B_1;mso-comment-date:20260105T0904'></a><span
class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a
class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1" style='mso-comment-reference:B_1'>[B1]</a><![endif]></span></span><o:p></o:p></p>

<p class=MsoNormal>See <a href="https://example.com/tariff"><span style='color:blue'>the
tariff</span></a> or <a href="mailto:otto@example.com">Otto</a>.<o:p></o:p></p>

<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>Winter strip<o:p></o:p></p>

<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-add-space:auto;text-indent:-.25in;
mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New";mso-fareast-font-family:"Courier New"'><span
style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>November
to March<o:p></o:p></p>

<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><!--[endif]-->Summer strip<o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-bidi-font-family:Calibri'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>Send the <b>LOA</b><o:p></o:p></p>

<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Ask for
usage<o:p></o:p></p>

<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=312 valign=top style='width:233.75pt;border:solid windowtext 1.0pt'>
  <p class=MsoNormal>Month<o:p></o:p></p>
  </td>
  <td width=312 valign=top style='width:233.75pt;border-left:none'>
  <p class=MsoNormal>dth<o:p></o:p></p>
  </td>
 </tr>
 <tr>
  <td><p class=MsoNormal>January<o:p></o:p></p></td>
  <td><p class=MsoNormal>400<o:p></o:p></p></td>
 </tr>
</table>

<p class=MsoNormal><!--[if gte vml 1]><v:shapetype id="_x0000_t75"><v:stroke joinstyle="miter"/></v:shapetype><![endif]--><![if !vml]><img
width=96 height=96 src="file:///C:/Users/bea/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="Picture_x0020_1"><![endif]><o:p></o:p></p>

<div style='mso-element:comment-list'><![if !supportAnnotations]>
<hr class=msocomoff align=left size=1 width="33%">
<![endif]>
<div style='mso-element:comment'><p class=MsoCommentText>Is that right?<o:p></o:p></p></div>
</div>
<!--EndFragment-->
</body>

</html>`

export const wordOnline = `<div class="OutlineElement Ltr  BCX0 SCXW1" style="direction: ltr;"><p class="Paragraph SCXW1 BCX0" paraid="1"
style="font-weight: normal; font-style: normal; vertical-align: baseline;"><span data-contrast="auto" class="TextRun SCXW1 BCX0"
style="font-size: 11pt; font-weight: normal;"><span class="NormalTextRun SCXW1 BCX0">Next steps</span></span><span class="EOP SCXW1 BCX0"
data-ccp-props="{}" style="font-size: 11pt;">&nbsp;</span></p></div><div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1 BCX0"
role="list" style="list-style-type: disc;"><li data-leveltext="" data-font="Symbol" data-listid="1" aria-setsize="-1" data-aria-posinset="1"
data-aria-level="1" role="listitem" class="OutlineElement Ltr BCX0 SCXW1"><p class="Paragraph SCXW1 BCX0"><span class="TextRun"
style="font-weight: normal;">Call the </span><span class="TextRun" style="font-weight: bold;">broker</span><span class="EOP">&nbsp;</span></p></li></ul></div><div
class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle2" role="list" style="list-style-type: circle;"><li data-aria-posinset="1" data-aria-level="2"
role="listitem"><p class="Paragraph"><span class="TextRun">before noon</span><span class="EOP">&nbsp;</span></p></li></ul></div>`

export const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0f1c2d3e-7fff-1234"><h2 dir="ltr"
style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;white-space:pre;white-space:pre-wrap;">Call notes</span></h2><p
dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-weight:400;text-decoration:none;white-space:pre-wrap;">They want </span><span
style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none;white-space:pre-wrap;">burner tip</span><span style="font-weight:400;white-space:pre-wrap;"> and </span><span
style="font-weight:400;font-style:italic;white-space:pre-wrap;">index</span><span style="font-weight:400;white-space:pre-wrap;"> plus </span><span
style="font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;white-space:pre-wrap;">adder</span><span style="white-space:pre-wrap;">, </span><span
style="text-decoration:line-through;white-space:pre-wrap;">not fixed</span><span style="white-space:pre-wrap;">.</span></p><br /><ul
style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;white-space:pre;" aria-level="1"><p dir="ltr"
style="line-height:1.38;" role="presentation"><span style="font-size:11pt;font-weight:400;white-space:pre-wrap;">First</span></p></li><ul style="margin-top:0;"><li dir="ltr"
style="list-style-type:circle;white-space:pre;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">Nested</span></p></li></ul></ul><ol
style="margin-top:0;"><li dir="ltr" style="list-style-type:decimal;white-space:pre;" aria-level="1"><p dir="ltr" role="presentation"><a href="https://example.com/"
style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;font-weight:400;text-decoration:underline;white-space:pre-wrap;">Link</span></a></p></li></ol></b><br class="Apple-interchange-newline">`

export const outlookWeb = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head>
<body dir="ltr"><div class="elementToProof" style="font-family: Aptos, Calibri, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);">
Hello Bea,</div>
<div class="elementToProof" style="font-family: Aptos; font-size: 12pt;">
<br>
</div>
<div class="elementToProof" style="font-family: Aptos; font-size: 12pt;">
the <b>LOA</b> is at <a href="https://example.com/loa" id="OWA1" class="OWAAutoLink" data-loopstyle="linkonly">this place</a>.</div>
</body></html>`

export const gmail = `<meta http-equiv="content-type" content="text/html; charset=utf-8"><div dir="ltr" style="color: rgb(34, 34, 34); font-family: Arial; font-size: small; font-weight: 400; white-space: normal; text-decoration-style: initial;">Hi,<div><br></div><div>two<br>lines</div><div><br clear="all"><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">Otto</div></div></div>`

export const chromeArticle = `<meta charset='utf-8'><h2 style="box-sizing: border-box; font-size: 1.5em; color: rgb(32, 33, 34);">Storage report</h2><p style="margin: 0.5em 0px; color: rgb(32, 33, 34); font-family: sans-serif; font-weight: 400; white-space: normal;">Stocks rose by <span style="font-weight: 600;">62 Bcf</span>, <a href="https://example.com/eia" onclick="track()" style="text-decoration: underline; color: rgb(51, 102, 204);">EIA says</a>. <a href="http://example.com/old">Old</a> and <a href="javascript:alert(1)">more</a>.<img src="https://example.com/pixel.gif" onerror="alert(1)"><script>alert(1)</script><span style="display: none">secret</span></p><ol><li>East</li><li>West<button>Copy</button></li></ol><style>p{color:red}</style>`

export const sheets = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;">Month</td><td style="padding:2px 3px;">dth</td></tr><tr style="height:21px;"><td>January</td><td data-sheets-numberformat="{}">1,200</td></tr></tbody></table></google-sheets-html-origin>`
