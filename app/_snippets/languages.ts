/** The code of the snippets, in each language. */
import { body, type SnippetInput, urlOf } from './lead.ts';

export const curl = (input: SnippetInput) =>
  [
    `curl '${urlOf(input)}' \\`,
    /* Double quotes let the shell insert the variable. */
    input.secret ? `  -H 'X-API-Key: ${input.secret}' \\` : '  -H "X-API-Key: $LEADGATE_KEY" \\',
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');

/** Not `curl.exe`: Windows PowerShell removes the quotes inside its arguments. */
export const powershell = (input: SnippetInput) =>
  [
    `Invoke-RestMethod -Method Post -Uri '${urlOf(input)}' \``,
    `  -Headers @{ 'X-API-Key' = ${input.secret ? `'${input.secret}'` : '$env:LEADGATE_KEY'} } \``,
    `  -ContentType 'application/json; charset=utf-8' \``,
    `  -Body '${body}'`,
  ].join('\n');

export const cmd = (input: SnippetInput) =>
  [
    `curl "${urlOf(input)}" ^`,
    `  -H "X-API-Key: ${input.secret ?? '%LEADGATE_KEY%'}" ^`,
    `  -H "Content-Type: application/json" ^`,
    `  -d "${body.replaceAll('"', '\\"')}"`,
  ].join('\n');

export const javascript = (
  input: SnippetInput,
) => `const response = await fetch('${urlOf(input)}', {
  method: 'POST',
  headers: {
    'X-API-Key': ${input.secret ? `'${input.secret}'` : 'process.env.LEADGATE_KEY'},
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    name: 'Ada Lovelace',
    phones: ['+44 20 7946 0958'],
  }),
});
console.log(response.status, await response.json());`;

export const python = (input: SnippetInput) => `import json
${input.secret ? '' : 'import os\n'}import urllib.request

request = urllib.request.Request(
    "${urlOf(input)}",
    method="POST",
    headers={
        "X-API-Key": ${input.secret ? `"${input.secret}"` : 'os.environ["LEADGATE_KEY"]'},
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "name": "Ada Lovelace",
        "phones": ["+44 20 7946 0958"],
    }).encode(),
)
with urllib.request.urlopen(request, timeout=10) as response:
    print(response.status, response.read().decode())`;

export const php = (input: SnippetInput) => `<?php
$request = curl_init('${urlOf(input)}');
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => [
        'X-API-Key: ${input.secret ? `${input.secret}'` : "' . getenv('LEADGATE_KEY')"},
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'name' => 'Ada Lovelace',
        'phones' => ['+44 20 7946 0958'],
    ]),
]);
$body = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;`;

export const go = (input: SnippetInput) => `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
${input.secret ? '' : '\t"os"\n'}	"time"
)

func main() {
	lead, _ := json.Marshal(map[string]any{
		"name":   "Ada Lovelace",
		"phones": []string{"+44 20 7946 0958"},
	})
	request, err := http.NewRequest("POST", "${urlOf(input)}", bytes.NewReader(lead))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-API-Key", ${input.secret ? `"${input.secret}"` : 'os.Getenv("LEADGATE_KEY")'})
	request.Header.Set("Content-Type", "application/json")

	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(body))
}`;

export const java = (input: SnippetInput) => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

public class CreateLead {
    public static void main(String[] args) throws Exception {
        String lead = """
            ${body}
            """;
        HttpRequest request = HttpRequest.newBuilder()
            .uri(URI.create("${urlOf(input)}"))
            .timeout(Duration.ofSeconds(10))
            .header("X-API-Key", ${input.secret ? `"${input.secret}"` : 'System.getenv("LEADGATE_KEY")'})
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(lead))
            .build();
        HttpResponse<String> response = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`;

export const ruby = (input: SnippetInput) => `require 'json'
require 'net/http'

uri = URI('${urlOf(input)}')
request = Net::HTTP::Post.new(uri)
request['X-API-Key'] = ${input.secret ? `'${input.secret}'` : "ENV.fetch('LEADGATE_KEY')"}
request['Content-Type'] = 'application/json'
request.body = JSON.generate(name: 'Ada Lovelace', phones: ['+44 20 7946 0958'])

options = { use_ssl: uri.scheme == 'https', open_timeout: 5, read_timeout: 10, max_retries: 0 }
response = Net::HTTP.start(uri.host, uri.port, options) { |http| http.request(request) }
puts response.code, response.body`;
