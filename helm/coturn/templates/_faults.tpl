{{/*
What is wrong with the values, as a list in JSON. The schema checks types and keys; it would answer a wrong form with its
pattern, and cannot compare two values. No value is repeated, because it may be a secret in the wrong place.
*/}}
{{- define "coturn.faults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}

{{- range list
  (list "realm" $v.realm "Set the host name of the relay, such as turn.example.com")
  (list "secret.name" $v.secret.name "Name the Secret with the secret of turn-credentials")
  (list "secret.key" $v.secret.key "Name the key of that Secret")
  (list "image.repository" $v.image.repository "Set the repository of the image")
-}}
{{- if not (index . 1) }}{{ $faults = append $faults (printf "%s is empty. %s" (index . 0) (index . 2)) }}{{ end -}}
{{- end -}}
{{- if not (or $v.image.tag $v.image.digest) -}}
{{- $faults = append $faults "image.tag and image.digest are empty. Set one of them" -}}
{{- end -}}

{{- range list
  (list "realm" $v.realm "^[A-Za-z0-9.-]*$" "a host name, such as turn.example.com")
  (list "image.digest" $v.image.digest "^(sha256:[0-9a-f]{64})?$" "a digest: sha256: and 64 hexadecimal digits")
  (list "externalIp.address" $v.externalIp.address "^([0-9a-fA-F.:]+(/[0-9a-fA-F.:]+)?)?$" "an IP address, or a public and a private one, such as 203.0.113.7/10.0.0.7")
  (list "metrics.interval" $v.metrics.interval "^[0-9]+[sm]$" "a duration such as 15s or 1m")
-}}
{{- if not (regexMatch (index . 2) (index . 1)) }}{{ $faults = append $faults (printf "%s must be %s" (index . 0) (index . 3)) }}{{ end -}}
{{- end -}}

{{- if and (eq $v.externalIp.from "static") (not $v.externalIp.address) -}}
{{- $faults = append $faults "externalIp.address is empty, but externalIp.from is static. Set the public address of the node" -}}
{{- else if and $v.externalIp.address (ne $v.externalIp.from "static") -}}
{{- $faults = append $faults (printf "externalIp.address is set, but externalIp.from is %s. Set static, or no address" $v.externalIp.from) -}}
{{- end -}}

{{- if and $v.secret.previousKey (eq $v.secret.previousKey $v.secret.key) -}}
{{- $faults = append $faults "secret.previousKey and secret.key are the same. Name the key of the old secret" -}}
{{- end -}}

{{- if ge ($v.ports.relayMin | int64) ($v.ports.relayMax | int64) -}}
{{- $faults = append $faults "ports.relayMin must be less than ports.relayMax" -}}
{{- end -}}
{{- $taken := dict -}}
{{- $ports := list (list "ports.listening" $v.ports.listening) (list "metrics.port" $v.metrics.port) -}}
{{- if $v.tlsSecretName }}{{ $ports = append $ports (list "ports.tls" $v.ports.tls) }}{{ end -}}
{{- range $ports -}}
{{- $key := index . 0 -}}
{{- $port := index . 1 | int64 -}}
{{- with get $taken (toString $port) -}}
{{- $faults = append $faults (printf "%s and %s are the same port" . $key) -}}
{{- end -}}
{{- $_ := set $taken (toString $port) $key -}}
{{- if and (ge $port ($v.ports.relayMin | int64)) (le $port ($v.ports.relayMax | int64)) -}}
{{- $faults = append $faults (printf "%s is among the ports of relayed connections (ports.relayMin to ports.relayMax)" $key) -}}
{{- end -}}
{{- end -}}

{{- $own := dict "realm" "realm" "static-auth-secret" "secret" "listening-port" "ports.listening" "tls-listening-port" "ports.tls" "min-port" "ports.relayMin" "max-port" "ports.relayMax" "external-ip" "externalIp" "prometheus-port" "metrics.port" "cert" "tlsSecretName" "pkey" "tlsSecretName" -}}
{{- range $argument := $v.extraArgs -}}
{{- if not (hasPrefix "--" $argument) -}}
{{- $faults = append $faults "extraArgs must be arguments that begin with --, such as --max-bps=25000000" -}}
{{- else -}}
{{- $name := $argument | trimPrefix "--" | splitList "=" | first -}}
{{- with get $own $name -}}
{{- $faults = append $faults (printf "extraArgs contains --%s. Set %s instead" $name .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson (uniq $faults) -}}
{{- end -}}

{{/* Refuses values with faults, in one message. */}}
{{- define "coturn.refuseFaults" -}}
{{- with include "coturn.faults" . | fromJsonArray -}}
{{- fail (printf "\n\nThe values cannot be installed:\n  - %s\n\nhelm/coturn/README.md describes each value." (join "\n  - " .)) -}}
{{- end -}}
{{- end -}}
